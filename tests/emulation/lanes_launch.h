/*
 * What the kernels of lanes.c and lanes_ballots.c share: their launches, and the work-items of an
 * emulated sub-group.
 */
#ifndef WGC_TEST_EMULATION_LANES_LAUNCH_H
#define WGC_TEST_EMULATION_LANES_LAUNCH_H

#include "lanes.h"

enum { SIZE = 8, GROUPS = 3, MAX_LOCAL = 67, TEXT = 16384 };

/* One launch, and the data of both kernels. */
struct launch {
    size_t local, items;
    cl_uint argument[GROUPS * MAX_LOCAL];
    cl_uint ballot[GROUPS * MAX_LOCAL][4];
};

/* A work-item: the first of its sub-group, its rank there, the sub-group's size and the largest. */
struct lane {
    size_t first, rank, size, max;
};

struct lane lane_of(const struct launch *launch, size_t item);

/* Data for work-groups of `local` work-items: arguments are ranks in the own sub-group. */
void fill_launch(struct launch *launch, size_t local);

/* Appends to a text of at most TEXT bytes. */
void add_text(char *text, const char *more);

/* Runs a kernel (global const in *, global const uint *argument, global out *): `bytes` a value of
 * in and out; out has the results of all `calls`, one after the other. */
void run_kernel(const struct device *device, cl_program program, const char *name,
                struct launch *launch, size_t bytes, void *in, size_t calls, void *out);

/* Counts a result, and prints a wrong one. */
void count_result(struct lanes_result *result, bool right, const char *what, const char *type,
                  const struct launch *launch, size_t item);

/* The kernel with all functions of ballots, and its check: lanes_ballots.c. */
void write_numbers(char *text);
void check_numbers(const struct device *device, cl_program program, struct launch *launch,
                   struct lanes_result *result);

#endif
