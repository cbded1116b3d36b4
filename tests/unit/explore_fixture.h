/* Programs for the tests of harness/explore: from texts and seeds, with their buffers. */
#ifndef TEST_EXPLORE_FIXTURE_H
#define TEST_EXPLORE_FIXTURE_H

#include "explore/generate.h"
#include "explore/interpret.h"

/* A program with the buffers of a launch; all owned. */
struct explored {
    struct wgc_program program;
    struct wgc_program_layout layout;
    uint32_t *in, *ids, *out, *mem;
    struct wgc_err err;
};

/* The program of a text without its first lines: local size, groups and so on are added, and f0's
 * body is body. vars has lines such as "var scalar int item f0 1\n". NULL: none. Fails the test
 * when it cannot be read. */
void explored_begin(struct explored *explored, const char *local, const char *functions,
                    const char *vars, const char *bodies);

/* The program of a seed with the usual options. */
void explored_begin_seed(struct explored *explored, uint64_t seed);

/* Interprets with sub-groups of size items (0: one). */
enum wgc_interpreted explored_run(struct explored *explored, uint32_t size);

/* The same for a device that makes calls together, or in parts. */
enum wgc_interpreted explored_run_in_parts(struct explored *explored, uint32_t size,
                                           enum wgc_parts parts);

/* The word that work-item item of group stored as output k. */
uint32_t explored_out(const struct explored *explored, size_t group, size_t item, size_t k);

void explored_end(struct explored *explored);

#endif
