#include "worker/parts.h"

#include <stdio.h>

#include "checks/judge.h"
#include "checks/measure.h"
#include "suite/feature_test_kernel.h"

enum { WHAT = 200, NUMBER = 24 };

/* The wrong value of a check's kernel, as that of a case. */
static char *wrong_json(const struct wgc_test_wrong *wrong)
{
    char what[WHAT], expected[NUMBER], actual[NUMBER];

    (void)snprintf(what, sizeof what, wrong->written ? "wrong value of %s" : "%s: not written",
                   wrong->call->value);
    (void)snprintf(expected, sizeof expected, "%ld", wrong->expected);
    (void)snprintf(actual, sizeof actual, "%ld", wrong->actual);
    const struct wgc_mismatch mismatch = {
        .kind = wrong->written ? WGC_WRONG_VALUE : WGC_WRONG_NOT_WRITTEN,
        .what = what,
        .local_id = {wrong->item},
        .linear_id = wrong->item,
        .expected = wrong->written ? expected : NULL,
        .actual = wrong->written ? actual : NULL,
        .wrong_items = wrong->items,
        .judged_items = WGC_FEATURE_TEST_ITEMS,
        .wrong_groups = 1,
        .judged_groups = 1,
    };
    return wgc_mismatch_json(&mismatch);
}

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
        outcome->mismatch = verdict.wrong == NULL ? NULL : wrong_json(verdict.wrong);
    } else {
        outcome->state = WGC_STATE_PASS;
    }
    wgc_buf_free(&verdict.text);
}
