/*
 * Which part of a worker's output belongs to a case that failed: output and replies come in two
 * pipes, so after that case the worker prints a line with the numbers of batch and case. Pure.
 */
#ifndef WGC_WIRE_CASE_LINE_H
#define WGC_WIRE_CASE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

#define WGC_CASE_LINE "wgconform: a case ended\t"

/* Appends the line, which begins with the end of the line before it. */
void wgc_case_line_put(struct wgc_buf *out, uint32_t batch, uint32_t index);

/* Appends the output before the case's line, up to the line of another case; false where the line
 * is not there. */
bool wgc_case_line_find(const char *output, uint32_t batch, uint32_t index, struct wgc_buf *out);

/* Appends the output without these lines. */
void wgc_case_line_remove(const char *output, struct wgc_buf *out);

#endif
