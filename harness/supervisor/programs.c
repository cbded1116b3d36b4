#include "supervisor/programs.h"

#include <stdlib.h>
#include <string.h>

#include "supervisor/state.h"
#include "plan/eligibility.h"

/* At most so many of the run's own programs are reduced: each takes dozens of builds. */
enum { MAX_FOUND = 4 };

void wgc_joint_program_free(struct wgc_joint_program *program)
{
    if (program != NULL) {
        wgc_program_check_free(&program->check);
        wgc_cause_free(&program->origin);
        wgc_cause_free(&program->whole);
        wgc_cause_free(&program->latest);
        free(program->kernel);
        free(program);
    }
}

void wgc_programs_free(struct wgc_programs *programs)
{
    while (programs->first != NULL) {
        struct wgc_joint_program *next = programs->first->next;
        wgc_joint_program_free(programs->first);
        programs->first = next;
    }
    for (size_t i = 0; i < programs->known; i++) {
        wgc_joint_program_free(programs->smallest[i]);
    }
    free(programs->smallest);
    *programs = (struct wgc_programs){0};
}

/* Takes ownership of kernel, also when it fails. */
static struct wgc_joint_program *create(struct wgc_case *kernel, size_t kernels, size_t index)
{
    struct wgc_joint_program *program = calloc(1, sizeof *program);

    if (program == NULL || !wgc_program_check_start(&program->check, kernels)) {
        free(program);
        free(kernel);
        return NULL;
    }
    program->kernel = kernel;
    program->index = index;
    return program;
}

/* The run's own programs come first: the run may end before the others. */
static void insert(struct wgc_programs *programs, struct wgc_joint_program *program)
{
    struct wgc_joint_program **at = &programs->first;

    while (*at != NULL && ((*at)->index == WGC_NO_CASE || program->index != WGC_NO_CASE)) {
        at = &(*at)->next;
    }
    program->next = *at;
    *at = program;
}

/* Whether the device is eligible for the case. */
static bool is_eligible(struct wgc_supervisor *supervisor, const struct wgc_case *item)
{
    struct wgc_obstacle obstacle;
    enum wgc_status status =
        wgc_case_eligibility(supervisor->manifest, item, supervisor->options->impl, false,
                             &supervisor->device, &obstacle, supervisor->err);
    bool free_of_it = status == WGC_OK && obstacle.reason == NULL;

    free(obstacle.reason);
    return free_of_it;
}

/* Finds the first case of the signature in that form for which the device is eligible; false when
 * there is none. */
static bool find_in_form(struct wgc_supervisor *supervisor, size_t signature, const char *form,
                         struct wgc_case *out)
{
    const struct wgc_manifest *manifest = supervisor->manifest;
    const struct wgc_grid *grid = &manifest->grid[manifest->signature[signature].grid];

    for (size_t i = 0; i < grid->cell_count; i++) {
        const struct wgc_cell *cell = &grid->cell[i];
        bool right = strcmp(manifest->form[cell->form].name, form) == 0;
        for (size_t k = 0; right && k < cell->shape_count; k++) {
            *out = (struct wgc_case){.signature = (uint32_t)signature,
                                     .form = (uint16_t)cell->form,
                                     .shape = (uint16_t)cell->shape[k]};
            if (is_eligible(supervisor, out)) {
                return true;
            }
        }
    }
    return false;
}

/* Finds a case of the signature whose kernel does little more than the call. */
static bool find_kernel(struct wgc_supervisor *supervisor, size_t signature, struct wgc_case *out)
{
    bool found = false;

    for (size_t i = 0; !found && i < WGC_PROGRAM_FORMS; i++) {
        found = find_in_form(supervisor, signature, wgc_program_form[i], out);
    }
    return found;
}

/* Creates the program of a case query.program_*. */
static enum wgc_status plan_program(struct wgc_supervisor *supervisor, size_t index,
                                    const struct wgc_query_info *info)
{
    const struct wgc_manifest *manifest = supervisor->manifest;
    struct wgc_case *kernel = calloc(manifest->signature_count + 1, sizeof *kernel);
    size_t kernels = 0;

    for (size_t i = 0; kernel != NULL && i < manifest->signature_count; i++) {
        const struct wgc_signature *signature = &manifest->signature[i];
        kernels += signature->language == WGC_LANGUAGE_C && signature->kind != WGC_KIND_PROGRAM &&
                   signature->scope == info->scope && signature->type == info->type &&
                   find_kernel(supervisor, i, &kernel[kernels]);
    }
    if (kernel != NULL && kernels < 2) {
        struct wgc_result skip = {.state = WGC_STATE_SKIP};
        free(kernel);
        skip.reason = strdup("the device has fewer than two of the functions");
        return skip.reason == NULL
                   ? wgc_err_memory(supervisor->err, "a result")
                   : wgc_supervisor_attempt(supervisor, (uint32_t)index, &skip, WGC_ATTEMPT_LAST);
    }
    struct wgc_joint_program *program = kernel == NULL ? NULL : create(kernel, kernels, index);
    if (program == NULL) {
        return wgc_err_memory(supervisor->err, "a program");
    }
    program->check.fresh = supervisor->options->alone;
    insert(&supervisor->programs, program);
    return WGC_OK;
}

enum wgc_status wgc_programs_plan(struct wgc_supervisor *supervisor)
{
    enum wgc_status status = WGC_OK;

    for (int query = 0; query < WGC_QUERY_COUNT; query++) {
        supervisor->shared_index[query] = WGC_NO_CASE;
    }
    for (size_t i = 0; status == WGC_OK && i < supervisor->plan->count; i++) {
        const struct wgc_signature *signature =
            &supervisor->manifest->signature[supervisor->plan->item[i].signature];
        const struct wgc_query_info *info =
            signature->language == WGC_LANGUAGE_QUERY ? wgc_query_info(signature->query) : NULL;
        if (info == NULL || info->kind == WGC_QUERY_KIND_ASKED) {
            continue;
        }
        if (supervisor->options->most_cases > 0) { /* these are more than a case each */
            wgc_cases_leave_out(&supervisor->cases, i);
            continue;
        }
        supervisor->cases.row[i].withheld = true;
        if (info->kind == WGC_QUERY_KIND_SHARED) {
            supervisor->shared_index[signature->query] = i;
        } else if (!supervisor->cases.row[i].decided) {
            status = plan_program(supervisor, i, info);
        }
    }
    return status;
}

static bool is_same_kernel(const struct wgc_manifest *manifest, const struct wgc_case *a,
                           const struct wgc_case *b)
{
    const struct wgc_form *form = &manifest->form[a->form];

    return a->signature == b->signature &&
           strcmp(form->variant, manifest->form[b->form].variant) == 0 &&
           (!form->per_shape || a->shape == b->shape);
}

static bool has_kernel(const struct wgc_manifest *manifest, const struct wgc_case *kernel,
                       size_t kernels, const struct wgc_case *item)
{
    for (size_t i = 0; i < kernels; i++) {
        if (is_same_kernel(manifest, &kernel[i], item)) {
            return true;
        }
    }
    return false;
}

/* Whether the kernels include a set that is known to fail. */
static bool is_explained(const struct wgc_supervisor *supervisor, const struct wgc_case *kernel,
                         size_t kernels)
{
    for (size_t i = 0; i < supervisor->programs.known; i++) {
        const struct wgc_joint_program *known = supervisor->programs.smallest[i];
        size_t pending = 0;
        for (size_t k = 0; k < known->check.count; k++) {
            pending += has_kernel(supervisor->manifest, kernel, kernels,
                                  &known->kernel[known->check.set[k]]);
        }
        if (pending == known->check.count) {
            return true;
        }
    }
    return false;
}

static void warn_not_reduced(const struct wgc_supervisor *supervisor, const struct wgc_cause *cause,
                             size_t kernels)
{
    wgc_warn(supervisor,
             "%s, with %zu kernels in the program; which of them it takes was not looked into",
             cause->what, kernels);
}

enum wgc_status wgc_programs_add(struct wgc_supervisor *supervisor,
                                 const struct wgc_incident *incident, const bool *left_out)
{
    if (supervisor->options->no_shared) {
        return WGC_OK;
    }
    struct wgc_case *kernel = calloc(incident->kernels + 1, sizeof *kernel);

    for (size_t i = 0; kernel != NULL && i < incident->kernels; i++) {
        kernel[i] = supervisor->plan->item[incident->kernel_case[i]];
    }
    if (kernel != NULL && is_explained(supervisor, kernel, incident->kernels)) {
        free(kernel);
        return WGC_OK;
    }
    if (kernel != NULL && supervisor->programs.found >= MAX_FOUND) {
        warn_not_reduced(supervisor, &incident->cause, incident->kernels);
        free(kernel);
        return WGC_OK;
    }
    struct wgc_joint_program *program =
        kernel == NULL ? NULL : create(kernel, incident->kernels, WGC_NO_CASE);
    if (program == NULL || !wgc_cause_copy(&program->origin, &incident->cause)) {
        wgc_joint_program_free(program);
        return wgc_err_memory(supervisor->err, "a program");
    }
    for (size_t i = 0; left_out != NULL && i < incident->kernels; i++) {
        program->check.left_out[i] = left_out[i];
    }
    wgc_program_check_whole(&program->check);
    if (program->check.end != WGC_PROGRAM_OPEN) {
        wgc_joint_program_free(program);
        return WGC_OK;
    }
    program->check.fresh = incident->cause.state != WGC_STATE_BUILD_ERROR;
    insert(&supervisor->programs, program);
    return WGC_OK;
}

static bool is_ready(const struct wgc_joint_program *program, bool new_process)
{
    return !program->busy && (new_process || !program->check.fresh);
}

struct wgc_joint_program *wgc_programs_next(const struct wgc_supervisor *supervisor,
                                            const struct wgc_worker *worker)
{
    struct wgc_joint_program *program = supervisor->programs.first;

    while (program != NULL && !is_ready(program, !worker->used)) {
        program = program->next;
    }
    return program;
}

size_t wgc_programs_waiting(const struct wgc_supervisor *supervisor, bool fresh)
{
    size_t count = 0;

    for (const struct wgc_joint_program *program = supervisor->programs.first; program != NULL;
         program = program->next) {
        count += !program->busy && (!fresh || program->check.fresh);
    }
    return count;
}

void wgc_programs_abandon(struct wgc_supervisor *supervisor)
{
    for (struct wgc_joint_program *program = supervisor->programs.first; program != NULL;
         program = program->next) {
        if (program->index == WGC_NO_CASE) {
            warn_not_reduced(supervisor, &program->origin, program->check.count);
        }
    }
    wgc_programs_free(&supervisor->programs);
}
