/* What kind a failure of a program is: a smaller program that fails in the same way has the same
 * kind. Pure. */
#ifndef WGC_EXPLORE_RUN_FAILURE_KIND_H
#define WGC_EXPLORE_RUN_FAILURE_KIND_H

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends the kind as text; nothing for a result that is no failure. All wrong values are one kind,
 * as are all timeouts; a crash is of its signal and last words, a build error of the compiler's
 * line.
 */
void wgc_failure_kind(const struct wgc_result *result, struct wgc_buf *out);

#endif
