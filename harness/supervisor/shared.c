#include "supervisor/parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/list.h"
#include "supervisor/state.h"

/* Reports a result for a case outside the plan. */
static enum wgc_status add_result(struct wgc_supervisor *supervisor, enum wgc_query query,
                                  struct wgc_result *result)
{
    if (asprintf(&result->name, "%s.%s", wgc_language_name(WGC_LANGUAGE_QUERY),
                 wgc_query_info(query)->name) < 0) {
        result->name = NULL;
        return wgc_err_memory(supervisor->err, "a result");
    }
    result->unselected = true;
    result->order = supervisor->plan->count + (size_t)query;
    supervisor->shared_added[query] = true;
    return supervisor->events->result(supervisor->events->context, result, supervisor->err);
}

enum wgc_status wgc_shared_report(struct wgc_supervisor *supervisor, enum wgc_query query,
                                  const struct wgc_cause *cause, const char *more, char **kernels)
{
    struct wgc_result result;
    enum wgc_status status = WGC_OK;
    const size_t index = supervisor->shared_index[query];

    if (!wgc_cause_result(cause, more, &result)) {
        wgc_list_free(kernels);
        return wgc_err_memory(supervisor->err, "a result");
    }
    result.kernels = kernels;
    if (index != WGC_NO_CASE && !supervisor->cases.row[index].decided) {
        status = wgc_supervisor_attempt(supervisor, (uint32_t)index, &result, WGC_ATTEMPT_LAST);
    } else if (index == WGC_NO_CASE && !supervisor->shared_added[query]) {
        status = add_result(supervisor, query, &result);
    } else {
        wgc_warn(supervisor, "%s", result.reason);
    }
    wgc_result_free(&result);
    return status;
}

void wgc_shared_put_kernels(struct wgc_buf *out, char *const *kernels)
{
    enum { MOST_NAMES = 10 };
    size_t count = 0;

    for (; kernels[count] != NULL; count++) {
        if (count < MOST_NAMES) {
            wgc_buf_printf(out, "%s%s", count == 0 ? ": " : ", ", kernels[count]);
        }
    }
    if (count > MOST_NAMES) {
        wgc_buf_printf(out, " and %zu more", count - MOST_NAMES);
    }
}

/* Reports a crash of a case, or of one kernel's build, that happened only after other cases. */
static enum wgc_status end_in_process(struct wgc_supervisor *supervisor,
                                      const struct wgc_incident *incident)
{
    char more[2 * WGC_CASE_NAME_MAX];
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(supervisor->manifest, &supervisor->plan->item[incident->index], name);
    (void)snprintf(
        more, sizeof more,
        "; it was %s after other cases in the same process, which alone in a new process "
        "does not do so (state: %s)",
        name, incident->alone[0] == '\0' ? "unknown" : incident->alone);
    return wgc_shared_report(supervisor, WGC_QUERY_shared_process, &incident->cause, more, NULL);
}

enum wgc_status wgc_shared_end_incident(struct wgc_supervisor *supervisor,
                                        const struct wgc_incident *incident)
{
    if (incident->repeated || supervisor->options->no_shared) {
        return WGC_OK;
    }
    if (incident->kernels == 0) {
        return end_in_process(supervisor, incident);
    }
    if (incident->cause.state == WGC_STATE_TIMEOUT) {
        /* many kernels may need more time than one, which is no failure */
        wgc_warn(supervisor, "%s; in smaller programs they took less", incident->cause.what);
        return WGC_OK;
    }
    return wgc_programs_add(supervisor, incident, NULL);
}

static bool is_open(const struct wgc_supervisor *supervisor, int query)
{
    const size_t index = supervisor->shared_index[query];

    return index != WGC_NO_CASE && !supervisor->cases.row[index].decided;
}

size_t wgc_shared_count_open(const struct wgc_supervisor *supervisor)
{
    size_t open = 0;

    for (int query = WGC_QUERY_ASKED; query < WGC_QUERY_COUNT; query++) {
        open += is_open(supervisor, query);
    }
    return open;
}

enum wgc_status wgc_shared_pass(struct wgc_supervisor *supervisor)
{
    enum wgc_status status = WGC_OK;

    for (int query = WGC_QUERY_ASKED; status == WGC_OK && query < WGC_QUERY_COUNT; query++) {
        struct wgc_result pass = {.state = WGC_STATE_PASS};
        if (is_open(supervisor, query)) {
            status = wgc_supervisor_attempt(supervisor, (uint32_t)supervisor->shared_index[query],
                                            &pass, WGC_ATTEMPT_LAST);
        }
    }
    return status;
}
