#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_text.h"
#include "base/log_line.h"
#include "wire/case_line.h"
#include "supervisor/state.h"
#include "supervisor/spirv_target.h"
#include "supervisor/parts.h"

enum { MISMATCH_LIMIT = 256 * 1024, ERROR_LIMIT = 512, EXIT_SECONDS = 2 };

void wgc_worker_protocol_error(struct wgc_worker *worker, const char *format, ...)
{
    char text[ERROR_LIMIT];
    va_list args;

    if (worker->error == NULL) {
        va_start(args, format);
        (void)vsnprintf(text, sizeof text, format, args);
        va_end(args);
        worker->error = strdup(text);
    }
    wgc_worker_kill(worker);
}

/* Replaces the text of a JSON object by its normal form in reports; false when it is no object. */
static bool normalize_object(char **text)
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

/* Creates a batch from each case, for a new worker unless workers are kept, and empties the work
 * queue. */
static enum wgc_status isolate_all(struct wgc_supervisor *supervisor)
{
    for (size_t i = 0; i < supervisor->plan->count; i++) {
        struct wgc_batch *batch = NULL;
        if (supervisor->cases.row[i].decided || supervisor->cases.row[i].withheld) {
            continue;
        }
        batch = wgc_batch_of_case((uint32_t)i, NULL);
        if (batch == NULL) {
            return wgc_err_memory(supervisor->err, "a batch");
        }
        wgc_batch_list_push(supervisor->options->idle == NULL ? &supervisor->ready_fresh
                                                              : &supervisor->ready,
                            batch);
    }
    supervisor->queue.at = supervisor->queue.count;
    supervisor->queue.kernels = 0;
    return WGC_OK;
}

enum wgc_status wgc_supervisor_accept_device(struct wgc_supervisor *supervisor,
                                             struct wgc_device_info *info)
{
    struct wgc_record_device device = {0};

    supervisor->device = *info;
    *info = (struct wgc_device_info){0};
    supervisor->device_known = true;
    enum wgc_status status =
        supervisor->device.json == NULL
            ? WGC_OK
            : wgc_record_device_parse(supervisor->device.json, &device, supervisor->err);
    wgc_spirv_target_of(&device, &supervisor->spirv_target);
    wgc_record_device_free(&device);
    if (status != WGC_OK) {
        return status;
    }
    if (supervisor->events->device != NULL) {
        supervisor->events->device(supervisor->events->context, &supervisor->device);
    }
    status = wgc_supervisor_skip_ineligible(supervisor);
    if (status == WGC_OK) {
        status = wgc_programs_plan(supervisor);
    }
    if (status == WGC_OK) {
        wgc_expected_mark(supervisor);
        supervisor->batch_limit = supervisor->options->first_alone ? 1 : 0;
        status = wgc_work_queue_init(&supervisor->queue, &supervisor->cases,
                                     wgc_supervisor_has_budget(supervisor), supervisor->err);
    }
    if (status == WGC_OK) {
        status = wgc_expected_defer(supervisor);
    }
    if (status == WGC_OK) {
        status = wgc_forecast_start(supervisor);
    }
    return status == WGC_OK && supervisor->options->alone ? isolate_all(supervisor) : status;
}

static enum wgc_status on_device(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                 struct wgc_wire_view *view)
{
    struct wgc_device_info info;
    enum wgc_status status = WGC_OK;

    if (worker->state != WGC_WORKER_OPENING || !wgc_device_info_get(view, &info)) {
        wgc_worker_protocol_error(worker, "a DEVICE message that is out of place or broken");
        return WGC_OK;
    }
    if (!normalize_object(&info.json)) {
        wgc_worker_protocol_error(worker, "a device description that is no JSON object");
    } else if (supervisor->device_known && !is_same_device(&supervisor->device, &info)) {
        wgc_worker_protocol_error(worker, "another device than the first worker's: %s", info.name);
    } else {
        worker->state = WGC_WORKER_IDLE;
        supervisor->open_failures = 0;
        supervisor->open_after = 0.0;
        status =
            supervisor->device_known ? WGC_OK : wgc_supervisor_accept_device(supervisor, &info);
    }
    wgc_device_info_free(&info);
    return status;
}

/* Reads the batch's id and the index of an entry without a result. */
static bool get_entry(const struct wgc_worker *worker, struct wgc_wire_view *view, uint32_t *entry)
{
    uint32_t id;

    return worker->batch != NULL && wgc_wire_get_u32(view, &id) && id == worker->batch_id &&
           wgc_wire_get_u32(view, entry) && *entry < worker->batch->count &&
           !worker->batch->entry[*entry].done;
}

/* The mismatch of a RESULT, whose text is empty where there is none. */
static bool get_mismatch(struct wgc_wire_view *view, struct wgc_result *result)
{
    char *text = NULL;
    bool whole = wgc_wire_get_str(view, &text);

    if (whole && text[0] != '\0') {
        result->mismatch = strlen(text) > MISMATCH_LIMIT ? NULL : wgc_record_mismatch_parse(text);
        whole = result->mismatch != NULL;
    }
    free(text);
    return whole;
}

/* Reads the fields of a RESULT after the index. false when they are malformed, or without memory.
 */
static bool get_result(struct wgc_wire_view *view, struct wgc_result *result)
{
    uint32_t state, items;

    if (!wgc_wire_get_u32(view, &state) || state >= WGC_STATE_COUNT || state == WGC_STATE_WAIVED ||
        state == WGC_STATE_UNEXPECTED_PASS || state == WGC_STATE_FLAKY ||
        !wgc_wire_get_f64(view, &result->seconds) || !isfinite(result->seconds) ||
        result->seconds < 0.0 || !wgc_wire_get_u32(view, &items) ||
        !wgc_about_get(view, &result->about) || !wgc_wire_get_str(view, &result->reason) ||
        !get_mismatch(view, result) || !wgc_wire_get_str(view, &result->build_log) ||
        !wgc_wire_at_end(view)) {
        return false;
    }
    result->state = (enum wgc_state)state;
    result->sub_group_items = items;
    return wgc_message_tidy(&result->reason, WGC_REASON_LIMIT) &&
           wgc_message_tidy(&result->build_log, WGC_LOG_LIMIT);
}

enum { OUTPUT_LIMIT = 16 * 1024, DRAIN_MOST = 64 };

/* Reads what the worker has printed so far. */
static void drain_output(struct wgc_worker *worker)
{
    uint64_t before = worker->process.printed + 1;

    for (int i = 0; i < DRAIN_MOST && before != worker->process.printed; i++) {
        before = worker->process.printed;
        wgc_process_drain(&worker->process);
    }
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

/* Puts the end of what the driver printed after the log that there is; false without memory. */
static bool append_output(struct wgc_result *result, const struct wgc_buf *output)
{
    struct wgc_buf log = {0};

    wgc_buf_text(&log, result->build_log == NULL ? "" : result->build_log);
    wgc_buf_text(&log, log.size == 0 || log.data[log.size - 1] == '\n' ? "" : "\n");
    wgc_buf_text(&log, output->size > OUTPUT_LIMIT ? output->data + output->size - OUTPUT_LIMIT
                                                   : output->data);
    if (log.failed) {
        wgc_buf_free(&log);
        return false;
    }
    free(result->build_log);
    result->build_log = log.data;
    return true;
}

/* What the driver printed belongs to a case that failed without a log, or does not build and whose
 * log has warnings alone: the log is its words, and the reason of a refusal quotes an error among
 * them. */
static bool add_output(struct wgc_worker *worker, uint32_t entry, struct wgc_result *result)
{
    struct wgc_buf output = {0}, reason = {0};
    const bool failed = result->state == WGC_STATE_FAIL || result->state == WGC_STATE_BUILD_ERROR;

    if (!failed || (result->build_log != NULL && (result->state != WGC_STATE_BUILD_ERROR ||
                                                  wgc_log_has_error(result->build_log)))) {
        return true;
    }
    drain_output(worker);
    bool found = wgc_case_line_find(wgc_process_output(&worker->process),
                                    (uint32_t)worker->batch_id, entry, &output);
    bool whole = !output.failed;
    if (found && whole && output.size > 0 && !is_blank(output.data)) {
        whole = append_output(result, &output);
        wgc_buf_text(&reason, wgc_or_empty(result->reason));
        if (whole && result->mismatch == NULL &&
            wgc_log_line_quote(&reason, WGC_LOG_PRINTED, output.data, true) && !reason.failed) {
            free(result->reason);
            result->reason = reason.data;
            reason = (struct wgc_buf){0};
        }
    }
    wgc_buf_free(&output);
    wgc_buf_free(&reason);
    return whole;
}

static enum wgc_status on_result(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                 struct wgc_wire_view *view)
{
    struct wgc_result result = {0};
    uint32_t entry;

    if (!get_entry(worker, view, &entry) ||
        (worker->step == WGC_STEP_RUN && entry != worker->current) || !get_result(view, &result)) {
        wgc_result_free(&result);
        wgc_worker_protocol_error(worker, "a RESULT message that is out of place or broken");
        return WGC_OK;
    }
    if (!add_output(worker, entry, &result)) {
        wgc_result_free(&result);
        return wgc_err_memory(supervisor->err, "a result");
    }
    enum wgc_status status = wgc_worker_commit_pending(supervisor, worker);
    /* a refusal that the standard allows is a skip, the only one that is decided during a build */
    const bool skipped_build = worker->step == WGC_STEP_BUILD && result.state == WGC_STATE_SKIP;
    worker->step = WGC_STEP_DONE;
    worker->current = entry;
    wgc_batch_mark_in_flight(worker->batch, &supervisor->queue, worker->step, &entry, 1);
    worker->batch->entry[entry].done = true;
    worker->batch->entry[entry].refused = result.state == WGC_STATE_BUILD_ERROR || skipped_build;
    worker->refused = worker->refused || worker->batch->entry[entry].refused;
    worker->done++;
    worker->pending = result;
    worker->has_pending = true;
    return status;
}

/* driver, data, judging, total */
enum { BATCH_TIMES = 4 };

static bool get_batch_end(const struct wgc_worker *worker, struct wgc_wire_view *view,
                          double seconds[BATCH_TIMES])
{
    uint32_t id;
    bool good = wgc_wire_get_u32(view, &id) && id == worker->batch_id &&
                (worker->program != NULL ||
                 (worker->batch != NULL && worker->done == worker->batch->count));

    for (int i = 0; good && i < BATCH_TIMES; i++) {
        good = wgc_wire_get_f64(view, &seconds[i]) && isfinite(seconds[i]) && seconds[i] >= 0.0;
    }
    return good && wgc_wire_at_end(view);
}

/* The worker has built its program, or sent a refusal before. */
static enum wgc_status end_program(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    struct wgc_cause refusal = worker->refusal;

    worker->refusal = (struct wgc_cause){0};
    enum wgc_status status =
        wgc_programs_built(supervisor, worker, refusal.what == NULL ? NULL : &refusal);
    wgc_cause_free(&refusal);
    return status;
}

static enum wgc_status on_batch_end(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                    struct wgc_wire_view *view)
{
    double seconds[BATCH_TIMES] = {0.0};

    if (!get_batch_end(worker, view, seconds)) {
        wgc_worker_protocol_error(worker, "a BATCH_END message that is out of place or broken");
        return WGC_OK;
    }
    supervisor->stats->driver_seconds += seconds[0];
    supervisor->stats->data_seconds += seconds[1];
    supervisor->stats->judge_seconds += seconds[2];
    supervisor->stats->worker_seconds += seconds[3];
    supervisor->priced_seconds += seconds[3];
    supervisor->priced += worker->program == NULL ? worker->done : 0;
    enum wgc_status status = worker->program != NULL ? end_program(supervisor, worker)
                                                     : wgc_worker_end_batch(supervisor, worker);
    worker->state = WGC_WORKER_IDLE;
    worker->used = true;
    return status;
}

static void on_failed(struct wgc_worker *worker, struct wgc_wire_view *view)
{
    uint32_t status;
    char *text = NULL;

    if (!wgc_wire_get_u32(view, &status) || status == WGC_OK || status > WGC_ERR_MEMORY ||
        !wgc_wire_get_str(view, &text) || text[0] == '\0' || !wgc_wire_at_end(view)) {
        wgc_worker_protocol_error(worker, "a FAILED message that is broken");
    } else if (worker->error == NULL) {
        wgc_worker_protocol_error(worker, "%s", text);
        worker->failed = true;
        worker->failure = (enum wgc_status)status;
    }
    free(text);
}

static enum wgc_status handle_message(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                      struct wgc_wire_view *view)
{
    if (worker->state == WGC_WORKER_BUSY) {
        worker->deadline = wgc_now() + worker->limit;
    }
    switch (view->type) {
    case WGC_MSG_DEVICE:
        return on_device(supervisor, worker, view);
    case WGC_MSG_IN_FLIGHT:
        return wgc_on_in_flight(supervisor, worker, view);
    case WGC_MSG_REFUSED:
        return wgc_on_refused(supervisor, worker, view);
    case WGC_MSG_RESULT:
        return on_result(supervisor, worker, view);
    case WGC_MSG_BATCH_END:
        return on_batch_end(supervisor, worker, view);
    case WGC_MSG_FAILED:
        on_failed(worker, view);
        return WGC_OK;
    default:
        wgc_worker_protocol_error(worker, "a message of type %u, which no worker sends",
                                  (unsigned)view->type);
        return WGC_OK;
    }
}

static void end_of_replies(const struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    const struct wgc_err *refusal = wgc_process_refusal(&worker->process);

    (void)close(worker->process.reply_fd);
    worker->process.reply_fd = -1;
    if (refusal != NULL) {
        wgc_worker_protocol_error(worker, "%s", refusal->text);
        worker->failed = true;
        worker->failure = refusal->status;
    }
    if (supervisor->options->debug_worker == NULL && worker->state != WGC_WORKER_CLOSING &&
        worker->deadline > wgc_now() + EXIT_SECONDS) {
        worker->deadline = wgc_now() + EXIT_SECONDS;
    }
}

enum wgc_status wgc_worker_read_replies(struct wgc_supervisor *supervisor,
                                        struct wgc_worker *worker, bool *more)
{
    struct wgc_wire_view view;
    enum wgc_wire_next next = WGC_WIRE_MORE;
    enum wgc_status status = WGC_OK;

    *more = false;
    if (worker->process.reply_fd < 0) {
        return WGC_OK;
    }
    long got = wgc_process_read(&worker->process, &worker->reader);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return WGC_OK;
    }
    *more = got > 0;
    if (got <= 0) {
        end_of_replies(supervisor, worker);
    } else if (wgc_process_has_progressed(&worker->process) && worker->state == WGC_WORKER_BUSY) {
        worker->deadline = wgc_now() + worker->limit;
    }
    while (status == WGC_OK && worker->error == NULL && !worker->timed_out &&
           (next = wgc_wire_next(&worker->reader, &view)) == WGC_WIRE_MESSAGE) {
        status = handle_message(supervisor, worker, &view);
    }
    if (next == WGC_WIRE_BROKEN) {
        wgc_worker_protocol_error(worker, "bytes that are no message");
    }
    return status;
}
