/* The states of a case. */
#ifndef WGC_RECORD_STATE_H
#define WGC_RECORD_STATE_H

#include <stdbool.h>

enum wgc_state {
    WGC_STATE_PASS,
    WGC_STATE_FAIL,
    WGC_STATE_CRASH,
    WGC_STATE_TIMEOUT,
    WGC_STATE_BUILD_ERROR,
    WGC_STATE_SKIP,
    WGC_STATE_WAIVED,
    WGC_STATE_UNEXPECTED_PASS,
    WGC_STATE_FLAKY,
    WGC_STATE_ERROR,
    WGC_STATE_COUNT
};

const char *wgc_state_name(enum wgc_state state);
int wgc_state_by_name(const char *name); /* -1 when unknown */
/* fail, crash, timeout, build_error, unexpected_pass, flaky, error: the run's exit status is 1 */
bool wgc_state_is_bad(enum wgc_state state);

#endif
