/*
 * The shape of a program: its statements and collective functions without constants, variables,
 * operators and whatever feeds no collective. That of a program that calls no collective function
 * has its operators, and "id" for each id. Reduced programs of one shape have one cause. Pure.
 */
#ifndef WGC_EXPLORE_RUN_SHAPE_H
#define WGC_EXPLORE_RUN_SHAPE_H

#include "base/buf.h"
#include "explore/program.h"

/* Appends the shape as one line: "if { work_group_reduce(int) }". The same in every version
 * with the same text format. */
void wgc_program_shape(const struct wgc_program *program, struct wgc_buf *out);

/* The collective functions that a program calls: bits 1 << enum wgc_collective. */
uint64_t wgc_program_collectives(const struct wgc_program *program);

#endif
