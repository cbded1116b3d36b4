/*
 * The line of a compiler's log, or of what a driver printed, that tells most about what went wrong:
 * a missing symbol or a compiler's own failure before any other error, and an error before a
 * compiler's address for bug reports. Pure.
 */
#ifndef WGC_BASE_LOG_LINE_H
#define WGC_BASE_LOG_LINE_H

#include <stdbool.h>

#include "base/buf.h"

/* Which of several lines that tell as much: a log's first error causes the others; of what a
 * process printed, the end is about its crash. */
enum wgc_log_pick { WGC_LOG_PICK_FIRST, WGC_LOG_PICK_LAST };

/* The longest part of a line that is quoted, in bytes. */
enum { WGC_LOG_LINE_MAX = 240 };

/*
 * Appends prefix and the line, without blanks at its ends; control characters become blanks. Of a
 * line that is too long the part with the error stays. With errors_only set a line that names no
 * error is not appended. Returns whether a line was appended.
 */
bool wgc_log_line_put(struct wgc_buf *out, const char *prefix, const char *log,
                      enum wgc_log_pick pick, bool errors_only);

#endif
