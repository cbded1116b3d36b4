#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/list.h"
#include "supervisor/state.h"
#include "supervisor/parts.h"

/* The kernels of the current set; NULL without memory. */
static char **name_kernels(const struct wgc_supervisor *supervisor,
                           const struct wgc_joint_program *program)
{
    const struct wgc_program_check *check = &program->check;
    char name[WGC_CASE_NAME_MAX];
    char **list = calloc(1, sizeof *list);
    size_t count = 0;
    bool whole = list != NULL;

    for (size_t i = 0; whole && i < check->count; i++) {
        wgc_case_name(supervisor->manifest, &program->kernel[check->set[i]], name);
        whole = wgc_list_add(&list, &count, name);
    }
    if (!whole) {
        wgc_list_free(list);
        list = NULL;
    }
    return list;
}

static size_t count_left_out(const struct wgc_program_check *check)
{
    size_t count = 0;

    for (size_t i = 0; i < check->kernels; i++) {
        count += check->left_out[i];
    }
    return count;
}

/* Returns the part of the reason that names the kernels. */
static char *describe_kernels(const struct wgc_joint_program *program, char *const *kernels)
{
    const struct wgc_program_check *check = &program->check;
    size_t left_out = count_left_out(check);
    struct wgc_buf text = {0};

    if (check->end != WGC_PROGRAM_FAILS) {
        wgc_buf_printf(&text, "; built once more, the program of these %zu kernels does not fail",
                       check->count);
    } else if (check->unconfirmed || program->latest.state == WGC_STATE_TIMEOUT) {
        wgc_buf_printf(&text, "; no smaller set than these %zu kernels fails each time",
                       check->count);
    } else {
        wgc_buf_printf(&text,
                       "; the smallest set that fails is these %zu kernels, which build alone",
                       check->count);
    }
    wgc_shared_put_kernels(&text, kernels);
    if (left_out > 0) {
        wgc_buf_printf(&text, "; %zu that do not build alone are left out", left_out);
    }
    if (text.failed) {
        wgc_buf_free(&text);
    }
    return text.data;
}

/* Keeps a program whose smallest failing set is known. */
static bool keep_smallest(struct wgc_programs *programs, struct wgc_joint_program *program)
{
    struct wgc_joint_program **grown =
        wgc_array_grow(programs->smallest, programs->known, sizeof(struct wgc_joint_program *));

    if (grown != NULL) {
        programs->smallest = grown;
        grown[programs->known++] = program;
    }
    return grown != NULL;
}

static enum wgc_status decide(struct wgc_supervisor *supervisor,
                              const struct wgc_joint_program *program, struct wgc_result *result)
{
    /* no retries: a failing program has already failed twice */
    return wgc_supervisor_attempt(supervisor, (uint32_t)program->index, result, WGC_ATTEMPT_LAST);
}

/* Decides a case query.program_*; the result takes the kernels where there is one with them. */
static enum wgc_status conclude_case(struct wgc_supervisor *supervisor,
                                     const struct wgc_joint_program *program,
                                     const struct wgc_cause *cause, const char *more,
                                     char ***kernels)
{
    const struct wgc_program_check *check = &program->check;
    const size_t left_out = count_left_out(check);
    struct wgc_result result = {.state = WGC_STATE_PASS};
    bool whole = true;

    if (check->end == WGC_PROGRAM_FAILS) {
        whole = wgc_cause_result(cause, more, &result);
        result.kernels = whole ? *kernels : NULL;
        *kernels = whole ? NULL : *kernels;
    } else if (left_out > 0) {
        result.state = check->end == WGC_PROGRAM_TOO_FEW ? WGC_STATE_SKIP : WGC_STATE_PASS;
        whole =
            asprintf(&result.reason, "%zu of its %zu kernels do not build alone and are left out",
                     left_out, check->kernels) > 0;
    }
    return whole ? decide(supervisor, program, &result)
                 : wgc_err_memory(supervisor->err, "a result");
}

/* Whether a kernel that fails alone explains the failure of the run's own program; a refusal does
 * not explain a crash. */
static bool is_explained(const struct wgc_joint_program *program)
{
    const enum wgc_state origin = program->origin.state;
    const bool crashed = origin == WGC_STATE_CRASH || origin == WGC_STATE_TIMEOUT;

    return crashed ? program->check.crashed_alone : count_left_out(&program->check) > 0;
}

/* Concludes one of the run's own programs: no finding where kernels that fail alone explain it. */
static enum wgc_status conclude_shared(struct wgc_supervisor *supervisor,
                                       const struct wgc_joint_program *program,
                                       const struct wgc_cause *cause, const char *more,
                                       char ***kernels)
{
    char **taken = *kernels;
    const struct wgc_program_check *check = &program->check;

    if (check->end != WGC_PROGRAM_FAILS && is_explained(program)) {
        return WGC_OK;
    }
    supervisor->programs.found++;
    *kernels = NULL;
    return wgc_shared_report(supervisor, WGC_QUERY_shared_program, cause, more, taken);
}

static void remove_program(struct wgc_programs *programs, const struct wgc_joint_program *program)
{
    struct wgc_joint_program **at = &programs->first;

    while (*at != program) {
        at = &(*at)->next;
    }
    *at = program->next;
}

/* Concludes a finished program; consumes it. */
static enum wgc_status conclude(struct wgc_supervisor *supervisor,
                                struct wgc_joint_program *program)
{
    const struct wgc_program_check *check = &program->check;
    const bool reduced = check->end == WGC_PROGRAM_FAILS && !check->unconfirmed;
    const struct wgc_cause *cause = reduced                           ? &program->latest
                                    : check->end == WGC_PROGRAM_FAILS ? &program->whole
                                                                      : &program->origin;
    char **kernels = name_kernels(supervisor, program);
    char *more = kernels == NULL ? NULL : describe_kernels(program, kernels);
    enum wgc_status status = WGC_OK;

    remove_program(&supervisor->programs, program);
    if (more == NULL) {
        status = wgc_err_memory(supervisor->err, "a result");
    } else if (program->index != WGC_NO_CASE) {
        status = conclude_case(supervisor, program, cause, more, &kernels);
    } else {
        status = conclude_shared(supervisor, program, cause, more, &kernels);
    }
    free(more);
    wgc_list_free(kernels);
    if (status == WGC_OK && reduced && program->index == WGC_NO_CASE) {
        status = keep_smallest(&supervisor->programs, program)
                     ? WGC_OK
                     : wgc_err_memory(supervisor->err, "a program");
    }
    if (status != WGC_OK || !reduced || program->index != WGC_NO_CASE) {
        wgc_joint_program_free(program);
    }
    return status;
}

static enum wgc_built built_as(const struct wgc_cause *cause)
{
    if (cause == NULL) {
        return WGC_BUILT_OK;
    }
    return cause->state == WGC_STATE_BUILD_ERROR ? WGC_BUILT_REFUSED
           : cause->state == WGC_STATE_TIMEOUT   ? WGC_BUILT_TIMEOUT
                                                 : WGC_BUILT_CRASHED;
}

/* Stores the cause as the latest one, and as the whole's when the whole failed. */
static bool keep_cause(struct wgc_joint_program *program, const struct wgc_cause *cause)
{
    wgc_cause_free(&program->latest);
    if (!wgc_cause_copy(&program->latest, cause)) {
        return false;
    }
    if (program->check.stage != WGC_PROGRAM_WHOLE) {
        return true;
    }
    wgc_cause_free(&program->whole);
    return wgc_cause_copy(&program->whole, cause);
}

enum wgc_status wgc_programs_built(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                   const struct wgc_cause *cause)
{
    struct wgc_joint_program *program = worker->program;

    worker->program = NULL;
    program->busy = false;
    program->connections_lost = 0;
    if (cause == NULL && program->check.stage == WGC_PROGRAM_SINGLE) {
        program->alone_seconds += wgc_now() - program->begun;
    }
    if ((cause != NULL && !keep_cause(program, cause)) ||
        !wgc_program_check_report(&program->check, built_as(cause), !worker->used)) {
        return wgc_err_memory(supervisor->err, "a program");
    }
    return program->check.end == WGC_PROGRAM_OPEN ? WGC_OK : conclude(supervisor, program);
}
