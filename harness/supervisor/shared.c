#include "supervisor/shared.h"

#include <stdio.h>
#include <stdlib.h>

#include "supervisor/crew.h"

/* Hands on a result that the plan has no case for. */
static enum wgc_status add_result(struct wgc_run *run, enum wgc_query query,
                                  struct wgc_result *result)
{
    if (asprintf(&result->name, "%s.%s", wgc_language_name(WGC_LANGUAGE_QUERY),
                 wgc_query_info(query)->name) < 0) {
        result->name = NULL;
        return wgc_err_memory(run->err, "a result");
    }
    result->unselected = true;
    result->order = run->plan->count + (size_t)query;
    run->shared_added[query] = true;
    run->bad++;
    run->stopped = run->options->max_failures > 0 && run->bad >= run->options->max_failures;
    return run->events->result(run->events->context, result, run->err);
}

enum wgc_status wgc_run_shared(struct wgc_run *run, enum wgc_query query,
                               const struct wgc_cause *cause, const char *more)
{
    struct wgc_result result;
    enum wgc_status status = WGC_OK;
    const size_t index = run->shared_index[query];

    if (!wgc_cause_result(cause, more, &result)) {
        return wgc_err_memory(run->err, "a result");
    }
    if (index != WGC_NO_CASE && !run->cases.row[index].decided) {
        status = wgc_run_attempt(run, (uint32_t)index, &result, WGC_ATTEMPT_LAST);
    } else if (index == WGC_NO_CASE && !run->shared_added[query]) {
        status = add_result(run, query, &result);
    } else {
        wgc_warn(run, "%s", result.reason);
    }
    wgc_result_free(&result);
    return status;
}

/* A case crashed after others, or one kernel's build did. */
static enum wgc_status end_in_process(struct wgc_run *run, const struct wgc_incident *incident)
{
    char more[2 * WGC_CASE_NAME_MAX];
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(run->manifest, &run->plan->item[incident->index], name);
    (void)snprintf(
        more, sizeof more,
        "; it was %s after other cases in the same process, which alone in a new process "
        "does not do so (state: %s)",
        name, incident->alone[0] == '\0' ? "unknown" : incident->alone);
    return wgc_run_shared(run, WGC_QUERY_shared_process, &incident->cause, more);
}

enum wgc_status wgc_run_end_incident(struct wgc_run *run, const struct wgc_incident *incident)
{
    if (incident->repeated) {
        return WGC_OK;
    }
    if (incident->kernels == 0) {
        return end_in_process(run, incident);
    }
    if (incident->cause.state == WGC_STATE_TIMEOUT) {
        /* many kernels may take longer than the limit for one, which is no fault */
        wgc_warn(run, "%s; in smaller programs they took less", incident->cause.what);
        return WGC_OK;
    }
    return wgc_programs_add(run, incident, NULL);
}

static bool is_open(const struct wgc_run *run, int query)
{
    const size_t index = run->shared_index[query];

    return index != WGC_NO_CASE && !run->cases.row[index].decided;
}

size_t wgc_run_shared_open(const struct wgc_run *run)
{
    size_t open = 0;

    for (int query = WGC_QUERY_ASKED; query < WGC_QUERY_COUNT; query++) {
        open += is_open(run, query);
    }
    return open;
}

enum wgc_status wgc_run_shared_pass(struct wgc_run *run)
{
    enum wgc_status status = WGC_OK;

    for (int query = WGC_QUERY_ASKED; status == WGC_OK && query < WGC_QUERY_COUNT; query++) {
        struct wgc_result pass = {.state = WGC_STATE_PASS};
        if (is_open(run, query)) {
            status =
                wgc_run_attempt(run, (uint32_t)run->shared_index[query], &pass, WGC_ATTEMPT_LAST);
        }
    }
    return status;
}
