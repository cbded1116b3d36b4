/*
 * The line of a driver's log that says what went wrong, and the same line without what differs from
 * case to case. Pure.
 */
#ifndef WGC_REPORTS_CAUSES_LOG_LINE_H
#define WGC_REPORTS_CAUSES_LOG_LINE_H

#include <stdbool.h>

#include "base/buf.h"

enum { WGC_LOG_LINE_MAX = 240 }; /* bytes of a line that count */

/*
 * Appends the line of log that tells most: a missing symbol, an assertion or the compiler's own
 * internal error, the first error, the compiler's last pass, else the last line that is not blank.
 * A missing symbol is quoted from these words on. Nothing when there is no such line.
 */
void wgc_log_line(struct wgc_buf *out, const char *log);

/*
 * Appends line without what belongs to one case: folders of paths go, addresses become "#", a word
 * that holds function (the case's) becomes "<function>" and one that holds "wgc_" "<kernel>". With
 * numbers false, every number becomes "#" too. Fit for XML and terminals.
 */
void wgc_log_line_generalize(struct wgc_buf *out, const char *line, const char *function,
                             bool numbers);

#endif
