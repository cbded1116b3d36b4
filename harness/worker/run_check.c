#include "worker/parts.h"

#include "checks/judge.h"
#include "checks/measure.h"

void wgc_check_run(struct wgc_session *session, enum wgc_query query, struct wgc_outcome *outcome)
{
    struct wgc_verdict verdict = {0};
    enum wgc_status status = WGC_OK;
    struct wgc_err err;

    if (wgc_query_info(query)->kind != WGC_QUERY_KIND_ASKED) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "the supervisor decides this check, no worker");
        return;
    }
    session->measured.properties = &session->device.properties;
    if (wgc_check_applies(&session->device.properties, query, &verdict)) {
        enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
        status = wgc_measure(&session->device, query, &session->measured, &err);
        outcome->device_lost = status == WGC_OK && !wgc_dispatch_device_lives(&session->device);
        (void)wgc_watch_enter(&session->watch, before);
        if (status == WGC_OK) {
            wgc_check_judge(&session->measured, query, &verdict);
        }
    }
    if (status != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
    } else if (verdict.text.failed) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
    } else if (verdict.faults > 0 || verdict.skipped) {
        wgc_outcome_set(outcome, verdict.skipped ? WGC_STATE_SKIP : WGC_STATE_FAIL, "%s",
                        verdict.text.data);
    } else {
        outcome->state = WGC_STATE_PASS;
    }
    wgc_buf_free(&verdict.text);
}
