/* Which work-items are in which sub-group, as a kernel wrote it down, and whether that can be. */
#ifndef WGC_TRIAL_SUB_GROUPS_H
#define WGC_TRIAL_SUB_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trial/trial.h"

/* One work-group's partition. order: its items' linear ids, sub-group by sub-group, each in the
 * order of the local ids; sub-group s has those from first[s] on to before first[s + 1]. */
struct wgc_partition {
    size_t count; /* of sub-groups */
    bool in_line; /* that order is the one of the linear ids */
    size_t *order;
    size_t *first;
};

/* What the words of all work-groups of a launch must agree on; all zero at first. */
struct wgc_sub_group_limits {
    uint32_t max_size, enqueued;
};

/* An item that shows what is wrong, what was expected of it and what was found. */
struct wgc_partition_fault {
    size_t item; /* its linear id */
    char expected[160], actual[160];
};

/*
 * How much of what a kernel was told has to be right. A wrong query must not hide what the
 * collectives do, so each kind of case asks for no more than it builds on.
 */
enum wgc_partition_rules {
    WGC_PARTITION_IDS, /* ids and local ids count from 0 without gaps: the first two words */
    WGC_PARTITION_ALL  /* and all that OpenCL says of it (the OpenCL API, "Mapping work-items onto
                        * an ND-range", and OpenCL C's sub-group functions): all sub-groups but
                        * the last have the same size, no more than the maximum, and the queries
                        * agree with each other. get_sub_group_size() has two right answers in a
                        * sub-group with fewer work-items than others: the number of its
                        * work-items, and the size of a full one (OpenCL-CTS pull requests 2709
                        * and 2752). */
};

/*
 * Reads the words of one work-group's n items (WGC_META_WORDS each). full: the work-group has the
 * size that was enqueued. order has room for n, first for n + 1 values.
 *
 * Returns NULL where it is a partition that keeps the rules. Otherwise what is wrong, with *fault
 * an item that shows it, and what was expected and found.
 */
const char *wgc_partition_read(const uint32_t *meta, size_t n, bool full,
                               enum wgc_partition_rules rules, struct wgc_sub_group_limits *limits,
                               struct wgc_partition *partition, struct wgc_partition_fault *fault);

/*
 * Compares the words of two work-groups of n items, of which both keep the rules: the mapping of
 * work-items to sub-groups is the same in all work-groups of a dispatch, but for those that a
 * non-uniform size makes smaller ("Mapping work-items onto an ND-range"). By the rules ALL the ids
 * in the sub-group count too. Returns NULL where it is, else what is wrong with meta, with *fault
 * an item that shows it. first: the words of the work-group number first_group.
 */
const char *wgc_partition_compare(const uint32_t *meta, const uint32_t *first, size_t n,
                                  enum wgc_partition_rules rules, size_t first_group,
                                  struct wgc_partition_fault *fault);

/*
 * Whether it is, by these rules (not ALL), the partition that data is made for: each chunk items in
 * the order of their linear ids are a sub-group, what is left is the last, and local ids follow the
 * linear ones. Quicker than reading it.
 */
bool wgc_partition_is_even(const uint32_t *meta, size_t n, size_t chunk,
                           enum wgc_partition_rules rules);

/* The number of items of each sub-group, 0 where there is none or where the ids cannot be:
 * population has room for n. */
void wgc_partition_count(const uint32_t *meta, size_t n, size_t *population);

#endif
