#include "worker/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log_line.h"
#include "base/system.h"
#include "wire/case_line.h"

void wgc_outcome_free(struct wgc_outcome *outcome)
{
    free(outcome->reason);
    free(outcome->mismatch);
    free(outcome->build_log);
    *outcome = (struct wgc_outcome){0};
}

void wgc_outcome_set(struct wgc_outcome *outcome, enum wgc_state state, const char *format, ...)
{
    va_list args;

    outcome->state = state;
    outcome->about = (struct wgc_about){0};
    free(outcome->reason);
    va_start(args, format);
    if (vasprintf(&outcome->reason, format, args) < 0) {
        outcome->reason = NULL;
    }
    va_end(args);
}

void wgc_outcome_prefix(struct wgc_outcome *outcome, const char *format, ...)
{
    char *reason = outcome->reason;
    char *front = NULL;
    va_list args;

    if (reason == NULL) {
        return;
    }
    va_start(args, format);
    if (vasprintf(&front, format, args) < 0) {
        front = NULL;
    }
    va_end(args);
    outcome->reason = NULL;
    const struct wgc_about about = outcome->about;
    wgc_outcome_set(outcome, outcome->state, "%s%s", wgc_or_empty(front), reason);
    outcome->about = about;
    free(front);
    free(reason);
}

void wgc_session_free_buffers(struct wgc_session *session)
{
    for (size_t i = 0; i < WGC_LAUNCHES; i++) {
        wgc_dispatch_free(&session->dispatch[i], &session->device);
    }
}

/* Sends the payload. */
static enum wgc_status send_payload(struct wgc_session *session, enum wgc_msg type,
                                    struct wgc_err *err)
{
    return wgc_wire_send(session->reply_fd, type, &session->payload, err);
}

enum wgc_status wgc_send_device(struct wgc_session *session, const struct wgc_device_info *info,
                                struct wgc_err *err)
{
    wgc_buf_clear(&session->payload);
    wgc_device_info_put(&session->payload, info);
    return send_payload(session, WGC_MSG_DEVICE, err);
}

enum wgc_status wgc_send_listed(struct wgc_session *session, const char *notes, struct wgc_err *err)
{
    wgc_buf_clear(&session->payload);
    wgc_wire_put_str(&session->payload, notes);
    return send_payload(session, WGC_MSG_LISTED, err);
}

enum wgc_status wgc_send_in_flight(struct wgc_session *session, uint32_t batch, enum wgc_step step,
                                   const uint32_t *index, uint32_t count, struct wgc_err *err)
{
    wgc_buf_clear(&session->payload);
    wgc_wire_put_u32(&session->payload, batch);
    wgc_wire_put_u32(&session->payload, (uint32_t)step);
    wgc_wire_put_u32(&session->payload, count);
    for (uint32_t i = 0; i < count; i++) {
        wgc_wire_put_u32(&session->payload, index[i]);
    }
    return send_payload(session, WGC_MSG_IN_FLIGHT, err);
}

enum wgc_status wgc_send_refused(struct wgc_session *session, uint32_t batch,
                                 const struct wgc_build *build, struct wgc_err *err)
{
    wgc_buf_clear(&session->payload);
    wgc_wire_put_u32(&session->payload, batch);
    wgc_wire_put_str(&session->payload, build->reason);
    wgc_wire_put_str(&session->payload, build->log);
    return send_payload(session, WGC_MSG_REFUSED, err);
}

/* What the driver printed until now belongs to the case, if it failed without a log, or does not
 * build and the log has warnings alone. */
static void mark_output(const struct wgc_session *session, uint32_t batch, uint32_t index,
                        const struct wgc_outcome *outcome)
{
    struct wgc_buf line = {0};
    const bool failed = outcome->state == WGC_STATE_FAIL || outcome->state == WGC_STATE_BUILD_ERROR;

    if (!session->marks_output || !failed ||
        (outcome->build_log != NULL &&
         (outcome->state != WGC_STATE_BUILD_ERROR || wgc_log_has_error(outcome->build_log)))) {
        return;
    }
    (void)fflush(NULL);
    wgc_case_line_put(&line, batch, index);
    if (!line.failed) {
        (void)wgc_write_all(STDERR_FILENO, line.data, line.size);
    }
    wgc_buf_free(&line);
}

enum wgc_status wgc_send_result(struct wgc_session *session, uint32_t batch, uint32_t index,
                                double seconds, const struct wgc_outcome *outcome,
                                struct wgc_err *err)
{
    struct wgc_buf *payload = &session->payload;

    wgc_buf_clear(payload);
    wgc_wire_put_u32(payload, batch);
    wgc_wire_put_u32(payload, index);
    wgc_wire_put_u32(payload, (uint32_t)outcome->state);
    wgc_wire_put_f64(payload, seconds);
    wgc_wire_put_u32(payload, (uint32_t)outcome->sub_group_items);
    wgc_about_put(payload, &outcome->about);
    wgc_wire_put_str(payload, outcome->reason);
    wgc_wire_put_str(payload, outcome->mismatch);
    wgc_wire_put_str(payload, outcome->build_log);
    mark_output(session, batch, index, outcome);
    return send_payload(session, WGC_MSG_RESULT, err);
}

enum wgc_status wgc_send_batch_end(struct wgc_session *session, uint32_t batch, struct wgc_err *err)
{
    const double *seconds = session->watch.seconds;

    (void)wgc_watch_enter(&session->watch, WGC_TIME_OTHER);
    wgc_buf_clear(&session->payload);
    wgc_wire_put_u32(&session->payload, batch);
    wgc_wire_put_f64(&session->payload, seconds[WGC_TIME_DRIVER]);
    wgc_wire_put_f64(&session->payload, seconds[WGC_TIME_DATA]);
    wgc_wire_put_f64(&session->payload, seconds[WGC_TIME_JUDGE]);
    wgc_wire_put_f64(&session->payload, seconds[WGC_TIME_DRIVER] + seconds[WGC_TIME_DATA] +
                                            seconds[WGC_TIME_JUDGE] + seconds[WGC_TIME_OTHER]);
    return send_payload(session, WGC_MSG_BATCH_END, err);
}

enum wgc_status wgc_send_failed(struct wgc_session *session, const struct wgc_err *why,
                                struct wgc_err *err)
{
    wgc_buf_clear(&session->payload);
    wgc_wire_put_u32(&session->payload, (uint32_t)why->status);
    wgc_wire_put_str(&session->payload, why->text);
    return send_payload(session, WGC_MSG_FAILED, err);
}
