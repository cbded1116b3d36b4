#include "supervisor/programs.h"

#include <stdlib.h>
#include <string.h>

#include "supervisor/crew.h"
#include "supervisor/fits.h"

/* So many of the run's own programs are reduced: each takes dozens of builds. */
enum { MOST_FOUND = 4 };

void wgc_program_free(struct wgc_program *program)
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
        struct wgc_program *next = programs->first->next;
        wgc_program_free(programs->first);
        programs->first = next;
    }
    for (size_t i = 0; i < programs->known; i++) {
        wgc_program_free(programs->smallest[i]);
    }
    free(programs->smallest);
    *programs = (struct wgc_programs){0};
}

/* Takes over kernel, also when there is no memory. */
static struct wgc_program *create(struct wgc_case *kernel, size_t kernels, size_t index)
{
    struct wgc_program *program = calloc(1, sizeof *program);

    if (program == NULL || !wgc_program_check_start(&program->check, kernels)) {
        free(program);
        free(kernel);
        return NULL;
    }
    program->kernel = kernel;
    program->index = index;
    return program;
}

/* The run's own come first: they wait for nothing, and may be lost with the run. */
static void insert(struct wgc_programs *programs, struct wgc_program *program)
{
    struct wgc_program **at = &programs->first;

    while (*at != NULL && ((*at)->index == WGC_NO_CASE || program->index != WGC_NO_CASE)) {
        at = &(*at)->next;
    }
    program->next = *at;
    *at = program;
}

/* Whether the device can run the case. */
static bool fits(struct wgc_run *run, const struct wgc_case *item)
{
    char *obstacle = NULL;
    enum wgc_status status = wgc_case_obstacle(run->manifest, item, run->options->impl, false,
                                               &run->device, &obstacle, run->err);
    bool free_of_it = status == WGC_OK && obstacle == NULL;

    free(obstacle);
    return free_of_it;
}

/* The first case of the signature in that form that the device can run; false when there is none.
 */
static bool find_in_form(struct wgc_run *run, size_t signature, const char *form,
                         struct wgc_case *out)
{
    const struct wgc_manifest *manifest = run->manifest;
    const struct wgc_grid *grid = &manifest->grid[manifest->signature[signature].grid];

    for (size_t i = 0; i < grid->cell_count; i++) {
        const struct wgc_cell *cell = &grid->cell[i];
        bool right = strcmp(manifest->form[cell->form].name, form) == 0;
        for (size_t k = 0; right && k < cell->shape_count; k++) {
            *out = (struct wgc_case){(uint32_t)signature, (uint16_t)cell->form,
                                     (uint16_t)cell->shape[k]};
            if (fits(run, out)) {
                return true;
            }
        }
    }
    return false;
}

/* A case of the signature whose kernel does little but the call. */
static bool find_kernel(struct wgc_run *run, size_t signature, struct wgc_case *out)
{
    bool found = false;

    for (size_t i = 0; !found && i < WGC_PROGRAM_FORMS; i++) {
        found = find_in_form(run, signature, wgc_program_form[i], out);
    }
    return found;
}

/* Makes the program of a case query.program_*. */
static enum wgc_status plan_program(struct wgc_run *run, size_t index,
                                    const struct wgc_query_info *info)
{
    const struct wgc_manifest *manifest = run->manifest;
    struct wgc_case *kernel = calloc(manifest->signature_count + 1, sizeof *kernel);
    size_t kernels = 0;

    for (size_t i = 0; kernel != NULL && i < manifest->signature_count; i++) {
        const struct wgc_signature *signature = &manifest->signature[i];
        kernels += signature->language == WGC_LANGUAGE_C && signature->scope == info->scope &&
                   signature->type == info->type && find_kernel(run, i, &kernel[kernels]);
    }
    if (kernel != NULL && kernels < 2) {
        struct wgc_result skip = {.state = WGC_STATE_SKIP};
        free(kernel);
        skip.reason = strdup("the device has fewer than two of the functions");
        return skip.reason == NULL ? wgc_err_memory(run->err, "a result")
                                   : wgc_run_attempt(run, (uint32_t)index, &skip, WGC_ATTEMPT_LAST);
    }
    struct wgc_program *program = kernel == NULL ? NULL : create(kernel, kernels, index);
    if (program == NULL) {
        return wgc_err_memory(run->err, "a program");
    }
    program->check.fresh = run->options->alone;
    insert(&run->programs, program);
    return WGC_OK;
}

enum wgc_status wgc_programs_plan(struct wgc_run *run)
{
    enum wgc_status status = WGC_OK;

    for (int query = 0; query < WGC_QUERY_COUNT; query++) {
        run->shared_index[query] = WGC_NO_CASE;
    }
    for (size_t i = 0; status == WGC_OK && i < run->plan->count; i++) {
        const struct wgc_signature *signature =
            &run->manifest->signature[run->plan->item[i].signature];
        const struct wgc_query_info *info =
            signature->language == WGC_LANGUAGE_QUERY ? wgc_query_info(signature->query) : NULL;
        if (info == NULL || info->kind == WGC_QUERY_KIND_ASKED) {
            continue;
        }
        run->cases.row[i].withheld = true;
        if (info->kind == WGC_QUERY_KIND_SHARED) {
            run->shared_index[signature->query] = i;
        } else if (!run->cases.row[i].decided) {
            status = plan_program(run, i, info);
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
                       size_t kernels, const struct wgc_case *wanted)
{
    for (size_t i = 0; i < kernels; i++) {
        if (is_same_kernel(manifest, &kernel[i], wanted)) {
            return true;
        }
    }
    return false;
}

/* Whether the kernels hold a set that is known to fail. */
static bool is_explained(const struct wgc_run *run, const struct wgc_case *kernel, size_t kernels)
{
    for (size_t i = 0; i < run->programs.known; i++) {
        const struct wgc_program *known = run->programs.smallest[i];
        size_t held = 0;
        for (size_t k = 0; k < known->check.count; k++) {
            held += has_kernel(run->manifest, kernel, kernels, &known->kernel[known->check.set[k]]);
        }
        if (held == known->check.count) {
            return true;
        }
    }
    return false;
}

static void tell_abandoned(const struct wgc_run *run, const struct wgc_cause *cause, size_t kernels)
{
    wgc_warn(run, "%s, with %zu kernels in the program; which of them it takes was not looked into",
             cause->what, kernels);
}

enum wgc_status wgc_programs_add(struct wgc_run *run, const struct wgc_incident *incident,
                                 const bool *left_out)
{
    struct wgc_case *kernel = calloc(incident->kernels + 1, sizeof *kernel);

    for (size_t i = 0; kernel != NULL && i < incident->kernels; i++) {
        kernel[i] = run->plan->item[incident->kernel_case[i]];
    }
    if (kernel != NULL && is_explained(run, kernel, incident->kernels)) {
        free(kernel);
        return WGC_OK;
    }
    if (kernel != NULL && run->programs.found >= MOST_FOUND) {
        tell_abandoned(run, &incident->cause, incident->kernels);
        free(kernel);
        return WGC_OK;
    }
    struct wgc_program *program =
        kernel == NULL ? NULL : create(kernel, incident->kernels, WGC_NO_CASE);
    if (program == NULL || !wgc_cause_copy(&program->origin, &incident->cause)) {
        wgc_program_free(program);
        return wgc_err_memory(run->err, "a program");
    }
    for (size_t i = 0; left_out != NULL && i < incident->kernels; i++) {
        program->check.left_out[i] = left_out[i];
    }
    wgc_program_check_whole(&program->check);
    if (program->check.end != WGC_PROGRAM_OPEN) {
        wgc_program_free(program);
        return WGC_OK;
    }
    program->check.fresh = incident->cause.state != WGC_STATE_BUILD_ERROR;
    insert(&run->programs, program);
    return WGC_OK;
}

static bool is_ready(const struct wgc_program *program, bool new_process)
{
    return !program->busy && (new_process || !program->check.fresh);
}

struct wgc_program *wgc_programs_next(const struct wgc_run *run, const struct wgc_member *member)
{
    struct wgc_program *program = run->programs.first;

    while (program != NULL && !is_ready(program, !member->used)) {
        program = program->next;
    }
    return program;
}

size_t wgc_programs_waiting(const struct wgc_run *run, bool fresh)
{
    size_t count = 0;

    for (const struct wgc_program *program = run->programs.first; program != NULL;
         program = program->next) {
        count += !program->busy && (!fresh || program->check.fresh);
    }
    return count;
}

void wgc_programs_abandon(struct wgc_run *run)
{
    for (struct wgc_program *program = run->programs.first; program != NULL;
         program = program->next) {
        if (program->index == WGC_NO_CASE) {
            tell_abandoned(run, &program->origin, program->check.count);
        }
    }
    wgc_programs_free(&run->programs);
}
