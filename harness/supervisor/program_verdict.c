#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "supervisor/crew.h"
#include "supervisor/shared.h"

enum { MOST_NAMES = 10 };

/* The kernels' cases, as many as a sentence has room for. */
static void put_names(const struct wgc_run *run, const struct wgc_program *program,
                      struct wgc_buf *out)
{
    const struct wgc_program_check *check = &program->check;
    char name[WGC_CASE_NAME_MAX];

    for (size_t i = 0; i < check->count && i < MOST_NAMES; i++) {
        wgc_case_name(run->manifest, &program->kernel[check->set[i]], name);
        wgc_buf_printf(out, "%s%s", i == 0 ? ": " : ", ", name);
    }
    if (check->count > MOST_NAMES) {
        wgc_buf_printf(out, " and %zu more", check->count - MOST_NAMES);
    }
}

static size_t count_left_out(const struct wgc_program_check *check)
{
    size_t count = 0;

    for (size_t i = 0; i < check->kernels; i++) {
        count += check->left_out[i];
    }
    return count;
}

/* What a verdict adds to the cause: which kernels they are. */
static char *tell_kernels(const struct wgc_run *run, const struct wgc_program *program)
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
    put_names(run, program, &text);
    if (left_out > 0) {
        wgc_buf_printf(&text, "; %zu that do not build alone are left out", left_out);
    }
    if (text.failed) {
        wgc_buf_free(&text);
    }
    return text.data;
}

/* Keeps the program for the sake of its smallest set. */
static bool remember(struct wgc_programs *programs, struct wgc_program *program)
{
    struct wgc_program **grown =
        realloc(programs->smallest, (programs->known + 1) * sizeof(struct wgc_program *));

    if (grown != NULL) {
        programs->smallest = grown;
        grown[programs->known++] = program;
    }
    return grown != NULL;
}

static enum wgc_status decide(struct wgc_run *run, const struct wgc_program *program,
                              struct wgc_result *result)
{
    /* no retries: what failed has failed twice */
    return wgc_run_attempt(run, (uint32_t)program->index, result, WGC_ATTEMPT_LAST);
}

/* The verdict of a case query.program_*. */
static enum wgc_status conclude_case(struct wgc_run *run, const struct wgc_program *program,
                                     const struct wgc_cause *cause, const char *kernels)
{
    const struct wgc_program_check *check = &program->check;
    const size_t left_out = count_left_out(check);
    struct wgc_result result = {.state = WGC_STATE_PASS};
    bool whole = true;

    if (check->end == WGC_PROGRAM_FAILS) {
        whole = wgc_cause_result(cause, kernels, &result);
    } else if (left_out > 0) {
        result.state = check->end == WGC_PROGRAM_TOO_FEW ? WGC_STATE_SKIP : WGC_STATE_PASS;
        whole =
            asprintf(&result.reason, "%zu of its %zu kernels do not build alone and are left out",
                     left_out, check->kernels) > 0;
    }
    return whole ? decide(run, program, &result) : wgc_err_memory(run->err, "a result");
}

/* Whether a kernel that fails alone is why the run's own program failed: a refusal does not explain
 * a crash. */
static bool is_explained(const struct wgc_program *program)
{
    const enum wgc_state origin = program->origin.state;
    const bool crashed = origin == WGC_STATE_CRASH || origin == WGC_STATE_TIMEOUT;

    return crashed ? program->check.crashed_alone : count_left_out(&program->check) > 0;
}

/* What becomes of one of the run's own programs: nothing, where kernels that fail alone explain it.
 */
static enum wgc_status conclude_shared(struct wgc_run *run, const struct wgc_program *program,
                                       const struct wgc_cause *cause, const char *kernels)
{
    const struct wgc_program_check *check = &program->check;

    if (check->end != WGC_PROGRAM_FAILS && is_explained(program)) {
        return WGC_OK;
    }
    run->programs.found++;
    return wgc_run_shared(run, WGC_QUERY_shared_program, cause, kernels);
}

static void remove_program(struct wgc_programs *programs, const struct wgc_program *program)
{
    struct wgc_program **at = &programs->first;

    while (*at != program) {
        at = &(*at)->next;
    }
    *at = program->next;
}

/* Takes the program, which has come to its end. */
static enum wgc_status conclude(struct wgc_run *run, struct wgc_program *program)
{
    const struct wgc_program_check *check = &program->check;
    const bool reduced = check->end == WGC_PROGRAM_FAILS && !check->unconfirmed;
    const struct wgc_cause *cause = reduced                           ? &program->latest
                                    : check->end == WGC_PROGRAM_FAILS ? &program->whole
                                                                      : &program->origin;
    char *kernels = tell_kernels(run, program);
    enum wgc_status status = WGC_OK;

    remove_program(&run->programs, program);
    if (kernels == NULL) {
        status = wgc_err_memory(run->err, "a result");
    } else if (program->index != WGC_NO_CASE) {
        status = conclude_case(run, program, cause, kernels);
    } else {
        status = conclude_shared(run, program, cause, kernels);
    }
    free(kernels);
    if (status == WGC_OK && reduced && program->index == WGC_NO_CASE) {
        status = remember(&run->programs, program) ? WGC_OK : wgc_err_memory(run->err, "a program");
    }
    if (status != WGC_OK || !reduced || program->index != WGC_NO_CASE) {
        wgc_program_free(program);
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

/* Keeps why the latest program failed, and the whole. */
static bool keep_cause(struct wgc_program *program, const struct wgc_cause *cause)
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

enum wgc_status wgc_programs_built(struct wgc_run *run, struct wgc_member *member,
                                   const struct wgc_cause *cause)
{
    struct wgc_program *program = member->program;

    member->program = NULL;
    program->busy = false;
    program->losses = 0;
    if (cause == NULL && program->check.stage == WGC_PROGRAM_SINGLE) {
        program->alone_seconds += wgc_now() - program->begun;
    }
    if ((cause != NULL && !keep_cause(program, cause)) ||
        !wgc_program_check_answer(&program->check, built_as(cause), !member->used)) {
        return wgc_err_memory(run->err, "a program");
    }
    return program->check.end == WGC_PROGRAM_OPEN ? WGC_OK : conclude(run, program);
}
