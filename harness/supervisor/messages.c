#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/json_text.h"
#include "supervisor/crew.h"
#include "supervisor/messages.h"

enum { MISMATCH_LIMIT = 256 * 1024, COMPLAINT = 512, EXIT_SECONDS = 2 };

void wgc_crew_complain(struct wgc_member *member, const char *format, ...)
{
    char text[COMPLAINT];
    va_list args;

    if (member->complaint == NULL) {
        va_start(args, format);
        (void)vsnprintf(text, sizeof text, format, args);
        va_end(args);
        member->complaint = strdup(text);
    }
    wgc_crew_kill(member);
}

/* Replaces text that must be a JSON object by the form in which reports take it. */
static bool tidy_object(char **text)
{
    char *tidy = wgc_json_tidy_object(*text);

    if (tidy == NULL) {
        return false;
    }
    free(*text);
    *text = tidy;
    return true;
}

static bool is_same_device(const struct wgc_device_info *a, const struct wgc_device_info *b)
{
    return a->index == b->index && a->features == b->features && strcmp(a->name, b->name) == 0;
}

/* Makes a batch of each case, for a new worker each; the pool is empty then. */
static enum wgc_status separate_all(struct wgc_run *run)
{
    for (size_t i = 0; i < run->plan->count; i++) {
        struct wgc_batch *batch = NULL;
        if (run->cases.row[i].decided || run->cases.row[i].withheld) {
            continue;
        }
        batch = wgc_batch_of_case((uint32_t)i, NULL);
        if (batch == NULL) {
            return wgc_err_memory(run->err, "a batch");
        }
        wgc_queue_push(&run->fresh, batch);
    }
    run->pool.at = run->pool.count;
    run->pool.kernels = 0;
    return WGC_OK;
}

static enum wgc_status meet_device(struct wgc_run *run, struct wgc_device_info *info)
{
    run->device = *info;
    *info = (struct wgc_device_info){0};
    run->device_known = true;
    if (run->events->device != NULL) {
        run->events->device(run->events->context, &run->device);
    }
    enum wgc_status status = wgc_run_skip_unfit(run);
    if (status == WGC_OK) {
        status = wgc_programs_plan(run);
    }
    if (status == WGC_OK) {
        status = wgc_pool_init(&run->pool, &run->cases, run->err);
    }
    return status == WGC_OK && run->options->alone ? separate_all(run) : status;
}

static enum wgc_status on_device(struct wgc_run *run, struct wgc_member *member,
                                 struct wgc_wire_view *view)
{
    struct wgc_device_info info;
    enum wgc_status status = WGC_OK;

    if (member->duty != WGC_DUTY_OPENING || !wgc_device_info_get(view, &info)) {
        wgc_crew_complain(member, "a DEVICE message that is out of place or broken");
        return WGC_OK;
    }
    if (!tidy_object(&info.json)) {
        wgc_crew_complain(member, "a device description that is no JSON object");
    } else if (run->device_known && !is_same_device(&run->device, &info)) {
        wgc_crew_complain(member, "another device than the first worker's: %s", info.name);
    } else {
        member->duty = WGC_DUTY_IDLE;
        run->open_failures = 0;
        run->open_after = 0.0;
        status = run->device_known ? WGC_OK : meet_device(run, &info);
    }
    wgc_device_info_free(&info);
    return status;
}

/* The batch's number and an entry of it that is not done yet. */
static bool get_entry(const struct wgc_member *member, struct wgc_wire_view *view, uint32_t *entry)
{
    uint32_t id;

    return member->batch != NULL && wgc_wire_get_u32(view, &id) && id == member->batch_id &&
           wgc_wire_get_u32(view, entry) && *entry < member->batch->count &&
           !member->batch->entry[*entry].done;
}

static enum wgc_status on_start(struct wgc_run *run, struct wgc_member *member,
                                struct wgc_wire_view *view)
{
    uint32_t entry;

    if (!get_entry(member, view, &entry) || !wgc_wire_at_end(view) ||
        member->phase == WGC_PHASE_CASE) {
        wgc_crew_complain(member, "a START message that is out of place or broken");
        return WGC_OK;
    }
    enum wgc_status status = wgc_run_release_held(run, member);
    member->phase = WGC_PHASE_CASE;
    member->current = entry;
    return status;
}

/* Takes the fields of a RESULT after the entry. false when they are broken (or there is no memory
 * for them). */
static bool get_result(struct wgc_wire_view *view, struct wgc_result *result)
{
    uint32_t state;

    if (!wgc_wire_get_u32(view, &state) || state >= WGC_STATE_COUNT || state == WGC_STATE_WAIVED ||
        state == WGC_STATE_UNEXPECTED_PASS || state == WGC_STATE_FLAKY ||
        !wgc_wire_get_f64(view, &result->seconds) || !isfinite(result->seconds) ||
        result->seconds < 0.0 || !wgc_wire_get_str(view, &result->reason) ||
        !wgc_wire_get_str(view, &result->mismatch) || !wgc_wire_get_str(view, &result->build_log) ||
        !wgc_wire_at_end(view)) {
        return false;
    }
    result->state = (enum wgc_state)state;
    if (result->mismatch[0] != '\0' &&
        (strlen(result->mismatch) > MISMATCH_LIMIT || !tidy_object(&result->mismatch))) {
        return false;
    }
    return wgc_message_tidy(&result->reason, WGC_REASON_LIMIT) &&
           wgc_message_tidy(&result->mismatch, SIZE_MAX) &&
           wgc_message_tidy(&result->build_log, WGC_LOG_LIMIT);
}

static enum wgc_status on_result(struct wgc_run *run, struct wgc_member *member,
                                 struct wgc_wire_view *view)
{
    struct wgc_result result = {0};
    uint32_t entry;

    if (!get_entry(member, view, &entry) ||
        (member->phase == WGC_PHASE_CASE && entry != member->current) ||
        !get_result(view, &result)) {
        wgc_result_free(&result);
        wgc_crew_complain(member, "a RESULT message that is out of place or broken");
        return WGC_OK;
    }
    enum wgc_status status = wgc_run_release_held(run, member);
    member->phase = WGC_PHASE_BETWEEN;
    member->current = entry;
    member->batch->entry[entry].done = true;
    member->batch->entry[entry].refused = result.state == WGC_STATE_BUILD_ERROR;
    member->done++;
    member->held = result;
    member->holds = true;
    return status;
}

/* in the driver, making data, judging, in all */
enum { BATCH_TIMES = 4 };

static bool get_batch_end(const struct wgc_member *member, struct wgc_wire_view *view,
                          double seconds[BATCH_TIMES])
{
    uint32_t id;
    bool right = member->batch != NULL && wgc_wire_get_u32(view, &id) && id == member->batch_id &&
                 member->done == member->batch->count;

    for (int i = 0; right && i < BATCH_TIMES; i++) {
        right = wgc_wire_get_f64(view, &seconds[i]) && isfinite(seconds[i]) && seconds[i] >= 0.0;
    }
    return right && wgc_wire_at_end(view);
}

static enum wgc_status on_batch_end(struct wgc_run *run, struct wgc_member *member,
                                    struct wgc_wire_view *view)
{
    double seconds[BATCH_TIMES] = {0.0};

    if (!get_batch_end(member, view, seconds)) {
        wgc_crew_complain(member, "a BATCH_END message that is out of place or broken");
        return WGC_OK;
    }
    run->stats->driver_seconds += seconds[0];
    run->stats->data_seconds += seconds[1];
    run->stats->judge_seconds += seconds[2];
    run->stats->worker_seconds += seconds[3];
    enum wgc_status status = wgc_run_end_batch(run, member);
    member->duty = WGC_DUTY_IDLE;
    member->used = true;
    return status;
}

static void on_failed(struct wgc_member *member, struct wgc_wire_view *view)
{
    uint32_t status;
    char *text = NULL;

    if (!wgc_wire_get_u32(view, &status) || status == WGC_OK || status > WGC_ERR_MEMORY ||
        !wgc_wire_get_str(view, &text) || text[0] == '\0' || !wgc_wire_at_end(view)) {
        wgc_crew_complain(member, "a FAILED message that is broken");
    } else if (member->complaint == NULL) {
        wgc_crew_complain(member, "%s", text);
        member->gave_up = true;
        member->why = (enum wgc_status)status;
    }
    free(text);
}

static enum wgc_status act_on(struct wgc_run *run, struct wgc_member *member,
                              struct wgc_wire_view *view)
{
    if (member->duty == WGC_DUTY_BUSY) {
        member->deadline = wgc_now() + member->limit;
    }
    switch (view->type) {
    case WGC_MSG_DEVICE:
        return on_device(run, member, view);
    case WGC_MSG_BUILD:
        return wgc_on_build(run, member, view);
    case WGC_MSG_REFUSED:
        return wgc_on_refused(run, member, view);
    case WGC_MSG_BUILT:
        return wgc_on_built(run, member, view);
    case WGC_MSG_START:
        return on_start(run, member, view);
    case WGC_MSG_RESULT:
        return on_result(run, member, view);
    case WGC_MSG_BATCH_END:
        return on_batch_end(run, member, view);
    case WGC_MSG_FAILED:
        on_failed(member, view);
        return WGC_OK;
    default:
        wgc_crew_complain(member, "a message of type %u, which no worker sends",
                          (unsigned)view->type);
        return WGC_OK;
    }
}

static void end_of_replies(struct wgc_member *member)
{
    const struct wgc_err *refusal = wgc_process_refusal(&member->process);

    (void)close(member->process.reply_fd);
    member->process.reply_fd = -1;
    if (refusal != NULL) {
        wgc_crew_complain(member, "%s", refusal->text);
        member->gave_up = true;
        member->why = refusal->status;
    }
    if (member->duty != WGC_DUTY_LEAVING && member->deadline > wgc_now() + EXIT_SECONDS) {
        member->deadline = wgc_now() + EXIT_SECONDS;
    }
}

enum wgc_status wgc_crew_listen(struct wgc_run *run, struct wgc_member *member, bool *more)
{
    struct wgc_wire_view view;
    enum wgc_wire_next next = WGC_WIRE_MORE;
    enum wgc_status status = WGC_OK;

    *more = false;
    if (member->process.reply_fd < 0) {
        return WGC_OK;
    }
    long got = wgc_process_read(&member->process, &member->reader);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return WGC_OK;
    }
    *more = got > 0;
    if (got <= 0) {
        end_of_replies(member);
    } else if (wgc_process_has_moved(&member->process) && member->duty == WGC_DUTY_BUSY) {
        member->deadline = wgc_now() + member->limit;
    }
    while (status == WGC_OK && member->complaint == NULL && !member->timed_out &&
           (next = wgc_wire_next(&member->reader, &view)) == WGC_WIRE_MESSAGE) {
        status = act_on(run, member, &view);
    }
    if (next == WGC_WIRE_BROKEN) {
        wgc_crew_complain(member, "bytes that are no message");
    }
    return status;
}
