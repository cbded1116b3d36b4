/* A line of a driver's log without what differs from case to case. Pure. */
#ifndef WGC_REPORTS_CAUSES_GENERAL_LINE_H
#define WGC_REPORTS_CAUSES_GENERAL_LINE_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Appends line without what belongs to one case: folders of paths go, addresses become "#", a word
 * that holds function (the case's) becomes "<function>" and one that holds "wgc_" "<kernel>"; of a
 * compiler's pass its name stays, and what it ran on goes. With numbers false, every number becomes
 * "#" too. Fit for XML and terminals.
 */
void wgc_general_line(struct wgc_buf *out, const char *line, const char *function, bool numbers);

#endif
