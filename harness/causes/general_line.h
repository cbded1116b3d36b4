/* A line of a driver's log without the parts that differ from case to case. Pure. */
#ifndef WGC_CAUSES_GENERAL_LINE_H
#define WGC_CAUSES_GENERAL_LINE_H

#include <stdbool.h>

#include "base/buf.h"

struct wgc_general_line {
    bool of_case; /* of a case of the suite; not of a program of explore, whose ids waivers have */
    bool numbers; /* keep numbers */
};

/*
 * Appends the general form of a line: paths lose their folders, addresses become "#", and a word
 * that contains "wgc_" becomes "<kernel>"; the function that a compiler's pass ran on is removed.
 * Without numbers, every number becomes "#". The text is fit for XML and terminals.
 *
 * Of a case, a mangled name is that of its function, a function of the suite becomes "<function>",
 * and the C library's messages about a spoilt heap are one. In a line about a missing symbol the
 * function is "<function of FEATURE>": what a library lacks, it mostly lacks by extension.
 */
void wgc_general_line(struct wgc_buf *out, const char *line, struct wgc_general_line what);

#endif
