/* Handles the messages IN_FLIGHT and REFUSED. */
#include <stdlib.h>
#include <string.h>

#include "supervisor/state.h"
#include "supervisor/parts.h"

bool wgc_message_tidy(char **text, size_t limit)
{
    static const char mark[] = "\n[cut off]";

    if (**text == '\0') {
        free(*text);
        *text = NULL;
        return true;
    }
    if (strlen(*text) <= limit) {
        return true;
    }
    char *cut = malloc(limit + sizeof mark);
    if (cut == NULL) {
        return false;
    }
    memcpy(cut, *text, limit);
    memcpy(cut + limit, mark, sizeof mark);
    free(*text);
    *text = cut;
    return true;
}

/* Reads count indices of entries without a result, the end of the message; owned by the caller,
 * NULL when they are malformed, or without memory. */
static uint32_t *get_indices(const struct wgc_batch *batch, uint32_t count,
                             struct wgc_wire_view *view)
{
    uint32_t *index = calloc((size_t)count + 1, sizeof *index);
    bool good = index != NULL;

    for (uint32_t i = 0; good && i < count; i++) {
        good = wgc_wire_get_u32(view, &index[i]) && index[i] < batch->count &&
               !batch->entry[index[i]].done;
    }
    if (!good || !wgc_wire_at_end(view)) {
        free(index);
        return NULL;
    }
    return index;
}

/* Reads the step and the indices of the cases; NULL when the message is malformed or out of place.
 */
static uint32_t *get_in_flight(const struct wgc_worker *worker, struct wgc_wire_view *view,
                               uint32_t *step, uint32_t *count)
{
    const struct wgc_batch *batch = worker->batch;
    uint32_t id;

    if (batch == NULL || worker->step == WGC_STEP_RUN || !wgc_wire_get_u32(view, &id) ||
        id != worker->batch_id || !wgc_wire_get_u32(view, step) || !wgc_wire_get_u32(view, count) ||
        *count == 0 || *count > batch->count ||
        (*step != WGC_STEP_BUILD && (*step != WGC_STEP_RUN || *count != 1))) {
        return NULL;
    }
    return get_indices(batch, *count, view);
}

/* Whether the build is that of the one case whose build is in flight already: before it the worker
 * may call the device for that case (worker/sub_group_probe.c). */
static bool is_announced(const struct wgc_worker *worker, uint32_t index, uint32_t count)
{
    return worker->step == WGC_STEP_BUILD && count == 1 && worker->in_flight == 1 &&
           worker->current == index;
}

enum wgc_status wgc_on_in_flight(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                 struct wgc_wire_view *view)
{
    uint32_t step, count;
    uint32_t *index = get_in_flight(worker, view, &step, &count);

    if (index == NULL) {
        wgc_worker_protocol_error(worker, "an IN_FLIGHT message that is out of place or broken");
        return WGC_OK;
    }
    enum wgc_status status = wgc_worker_commit_pending(supervisor, worker);
    worker->builds += step == WGC_STEP_BUILD && !is_announced(worker, index[0], count);
    worker->step = (enum wgc_step)step;
    worker->in_flight = count;
    worker->current = index[0];
    wgc_waiting_begin(supervisor, worker);
    wgc_batch_mark_in_flight(worker->batch, &supervisor->queue, worker->step, index, count);
    free(index);
    return status;
}

/* Whether the program refused now is a part of the one refused before. */
static bool is_part(const struct wgc_incident *before, const struct wgc_incident *now)
{
    for (size_t i = 0; i < before->kernels; i++) {
        if (before->kernel_case[i] == now->kernel_case[0]) {
            return true;
        }
    }
    return false;
}

/* Lists a case of each kernel in flight; owned by the caller. */
static uint32_t *list_in_flight(const struct wgc_supervisor *supervisor,
                                const struct wgc_batch *batch, size_t *count)
{
    uint32_t *list = calloc(batch->count + 1, sizeof *list);

    *count = 0;
    for (size_t i = 0; list != NULL && i < batch->count; i++) {
        const uint32_t index = batch->entry[i].index;
        bool seen = *count > 0 &&
                    supervisor->queue.kernel[list[*count - 1]] == supervisor->queue.kernel[index];
        if (batch->entry[i].in_flight && !seen) {
            list[(*count)++] = index;
        }
    }
    return list;
}

/* Records a refusal; the refusals of its parts add nothing. */
static enum wgc_status note_refusal(struct wgc_supervisor *supervisor, struct wgc_batch *batch,
                                    const struct wgc_cause *cause)
{
    size_t count;
    uint32_t *list = list_in_flight(supervisor, batch, &count);
    struct wgc_incident *refusal = list == NULL ? NULL : wgc_incident_create(cause, list, count);
    enum wgc_status status = WGC_OK;

    free(list);
    if (refusal == NULL) {
        return wgc_err_memory(supervisor->err, "a program");
    }
    if (batch->refusal != NULL && is_part(batch->refusal, refusal)) {
        wgc_incident_release(refusal);
        return WGC_OK;
    }
    status = wgc_supervisor_check_refusal(supervisor, batch);
    batch->refusal = refusal;
    return status;
}

/* Reads the reason and the log of a refusal at the end of a message; false when they are malformed,
 * or without memory. */
static bool get_refusal(struct wgc_wire_view *view, struct wgc_cause *cause)
{
    *cause = (struct wgc_cause){.state = WGC_STATE_BUILD_ERROR};
    if (wgc_wire_get_str(view, &cause->what) && wgc_wire_get_str(view, &cause->output) &&
        wgc_wire_at_end(view) && cause->what[0] != '\0' &&
        wgc_message_tidy(&cause->what, WGC_REASON_LIMIT) &&
        wgc_message_tidy(&cause->output, WGC_LOG_LIMIT)) {
        return true;
    }
    wgc_cause_free(cause);
    return false;
}

enum wgc_status wgc_on_refused(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                               struct wgc_wire_view *view)
{
    const bool expected =
        worker->program != NULL
            ? worker->refusal.what == NULL
            : worker->batch != NULL && worker->step == WGC_STEP_BUILD && worker->in_flight > 1;
    enum wgc_status status = WGC_OK;
    struct wgc_cause cause;
    uint32_t id;

    if (!expected || !wgc_wire_get_u32(view, &id) || id != worker->batch_id ||
        !get_refusal(view, &cause)) {
        wgc_worker_protocol_error(worker, "a REFUSED message that is out of place or broken");
        return WGC_OK;
    }
    worker->refused = true;
    if (worker->program != NULL) {
        worker->refusal = cause;
        return WGC_OK;
    }
    status = note_refusal(supervisor, worker->batch, &cause);
    wgc_cause_free(&cause);
    return status;
}
