#include "explore_run/parts.h"
#include "explore_run/failure_kind.h"

enum wgc_status wgc_same_kind_note(struct wgc_same_kind *same, const struct wgc_result *result,
                                   struct wgc_err *err)
{
    if (same->differ || result->state == WGC_STATE_SKIP || result->state == WGC_STATE_ERROR) {
        return WGC_OK; /* a program that did not run proves nothing */
    }
    if (!wgc_state_is_bad(result->state) || result->mismatch != NULL) {
        same->differ = true;
    } else if (same->programs == 0) {
        const size_t plain = wgc_failure_kind(result, &same->kind);
        if (same->kind.failed || same->kind.data == NULL) {
            return wgc_err_memory(err, "a kind of failure");
        }
        /* the place of a crash differs from program to program */
        same->kind.size = plain;
        same->kind.data[plain] = '\0';
        same->state = result->state;
        same->programs = 1;
    } else {
        same->differ = !wgc_failure_is_of_kind(result, &same->kind, true);
        same->programs += !same->differ;
    }
    return WGC_OK;
}

bool wgc_same_kind_stops(const struct wgc_same_kind *same)
{
    const unsigned most =
        same->state == WGC_STATE_TIMEOUT ? WGC_SAME_KIND_TIMEOUTS : WGC_SAME_KIND_PROGRAMS;

    return !same->differ && same->programs >= most;
}
