/* A line of a driver's log without the parts that differ from case to case. Pure. */
#ifndef WGC_CAUSES_GENERAL_LINE_H
#define WGC_CAUSES_GENERAL_LINE_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Appends the general form of a line: paths lose their folders, addresses become "#", a word that
 * contains function (the case's) becomes "<function>" and one that contains "wgc_" "<kernel>"; the
 * function that a compiler's pass ran on is removed. With numbers false, every number becomes "#"
 * too. The text is fit for XML and terminals.
 */
void wgc_general_line(struct wgc_buf *out, const char *line, const char *function, bool numbers);

#endif
