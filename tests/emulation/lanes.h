/*
 * Votes, ballots, shuffles and rotations of the emulated sub-groups, and vectors: each function in
 * one kernel, for several local sizes, against a loop on the host.
 */
#ifndef WGC_TEST_EMULATION_LANES_H
#define WGC_TEST_EMULATION_LANES_H

#include "device.h"
#include "values.h"

/* Results compared, and how many of them were wrong; whether the program does not build. */
struct lanes_result {
    unsigned long results, wrong, unbuilt;
};

/* Runs all functions on values of the type, and on vectors of them; a wrong one is printed. header:
 * OpenCL C text. */
struct lanes_result check_lanes(const struct device *device, const char *header,
                                const struct type *type, bool vectors);

#endif
