/*
 * The most informative line of a compiler's log or of a driver's output. A missing symbol or a
 * failure of the compiler itself ranks above other errors, and an error above the address for bug
 * reports. Pure.
 */
#ifndef WGC_BASE_LOG_LINE_H
#define WGC_BASE_LOG_LINE_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Which of several lines of one rank: in a log the first error causes the others; in the output of
 * a process the last lines are about its crash. ERROR takes the first error, and ranks a refusal
 * ("unknown ...", "not supported") as one, but no warning; of lines without an error it takes the
 * last. NO_WARNING takes the line of FIRST, and where that is a warning, the first error of ERROR,
 * if there is one.
 */
enum wgc_log_pick {
    WGC_LOG_PICK_FIRST,
    WGC_LOG_PICK_LAST,
    WGC_LOG_PICK_ERROR,
    WGC_LOG_PICK_NO_WARNING
};

/* The longest part of a line that is quoted, in bytes. */
enum { WGC_LOG_LINE_MAX = 240 };

/*
 * Appends prefix and the line, without blanks at its ends; control characters become blanks. A line
 * that is too long keeps the part with the error. With errors_only, a line without an error is not
 * appended. Returns whether a line was appended.
 */
bool wgc_log_line_put(struct wgc_buf *out, const char *prefix, const char *log,
                      enum wgc_log_pick pick, bool errors_only);

/* Between a reason and what the driver printed. Reports that are stored have it. */
#define WGC_LOG_PRINTED "; the driver printed: "

/* The same for a sentence about what the driver printed, of ERROR: a quotation mark at the end
 * whose beginning is not in the part that is quoted is left out. */
bool wgc_log_line_quote(struct wgc_buf *out, const char *prefix, const char *log, bool errors_only);

/* Whether a line of the log is an error or a refusal, not only warnings and notes. */
bool wgc_log_has_error(const char *log);

#endif
