#include "explore_run/failure_kind.h"

#include "causes/signature.h"

void wgc_failure_kind(const struct wgc_result *result, struct wgc_buf *out)
{
    struct wgc_signature signature;

    if (!wgc_state_is_bad(result->state)) {
        return;
    }
    if (result->state == WGC_STATE_FAIL && result->mismatch != NULL) {
        wgc_buf_text(out, "wrong values");
        return;
    }
    bool made = wgc_signature_make(result, &signature);
    if (made && signature.key.data != NULL) {
        wgc_buf_text(out, signature.key.data);
    }
    out->failed = out->failed || !made;
    wgc_signature_free(&signature);
}
