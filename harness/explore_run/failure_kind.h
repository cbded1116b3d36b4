/* What kind a failure of a program is: a smaller program that fails in the same way has the same
 * kind. Pure. */
#ifndef WGC_EXPLORE_RUN_FAILURE_KIND_H
#define WGC_EXPLORE_RUN_FAILURE_KIND_H

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends the kind as text; nothing for a result that is no failure. All wrong values are one kind,
 * as are all timeouts; a crash is of its signal and last words, or without last words of the place
 * (wgc_frames_put_place) where it crashed; a build error is of the compiler's line. Returns the
 * size of the kind without that place.
 */
size_t wgc_failure_kind(const struct wgc_result *result, struct wgc_buf *out);

/*
 * Whether a result is a failure of that kind but for the place of a crash; then the kind is without
 * the place from now on, of size plain. For a program that crashes at another place each time.
 */
bool wgc_failure_leave_place(struct wgc_buf *kind, size_t plain, const struct wgc_result *result);

/* Whether a result is a failure of that kind, with its place or, for one that was left, without. */
bool wgc_failure_is_of_kind(const struct wgc_result *result, const struct wgc_buf *kind,
                            bool without_place);

/* Whether only its frames distinguish this crash from others: there are some, and no last words (a
 * number of warnings is none). */
bool wgc_failure_has_place(const struct wgc_result *result);

#endif
