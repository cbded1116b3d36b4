/* The partition of a work-group into sub-groups, as a kernel wrote it, and whether it is valid. */
#ifndef WGC_TRIAL_SUB_GROUPS_H
#define WGC_TRIAL_SUB_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trial/trial.h"

/* One work-group's partition. order: the items' linear ids, sub-group by sub-group, each in the
 * order of the sub-group local ids; sub-group s has those from first[s] on to before first[s + 1].
 */
struct wgc_partition {
    size_t count; /* of sub-groups */
    bool in_line; /* order is the order of the linear ids */
    size_t *order;
    size_t *first;
};

/* The words that all work-groups of a launch have in common; all zero at first. */
struct wgc_partition_common {
    uint32_t max_size, enqueued;
};

/* An item with a wrong word, the expected and the actual value. */
struct wgc_partition_fault {
    size_t item; /* its linear id */
    char expected[160], actual[160];
};

/*
 * Which words have to be right. A wrong built-in query must not hide the results of the
 * collectives: each kind of case checks only the words that it relies on.
 */
enum wgc_partition_rules {
    WGC_PARTITION_IDS, /* ids and local ids count from 0 without gaps: the first two words */
    WGC_PARTITION_ALL  /* and everything that OpenCL requires (the OpenCL API, "Mapping work-items
                        * onto  an ND-range", and OpenCL C's sub-group functions): all sub-groups but
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
 * Returns NULL for a partition that keeps the rules, otherwise what is wrong; *fault is an item
 * with a wrong word.
 */
const char *wgc_partition_read(const uint32_t *meta, size_t n, bool full,
                               enum wgc_partition_rules rules, struct wgc_partition_common *common,
                               struct wgc_partition *partition, struct wgc_partition_fault *fault);

/*
 * Compares the words of two work-groups of n items that keep the rules: the mapping of work-items
 * to sub-groups is the same in all work-groups of a dispatch, except for those that a non-uniform
 * size makes smaller ("Mapping work-items onto an ND-range"), and so are the local ids. Returns
 * NULL if so, otherwise what is wrong with meta; *fault is an item with a wrong word. first: the
 * words of the work-group number first_group.
 */
const char *wgc_partition_compare(const uint32_t *meta, const uint32_t *first, size_t n,
                                  size_t first_group, struct wgc_partition_fault *fault);

/*
 * Whether, by these rules (not ALL), it is the partition that data is made for: each chunk items in
 * the order of their linear ids are a sub-group, the rest is the last one, and local ids follow the
 * linear ones. Faster than reading it.
 */
bool wgc_partition_is_even(const uint32_t *meta, size_t n, size_t chunk,
                           enum wgc_partition_rules rules);

/* The number of items of each sub-group; ids out of range are ignored. population has room for n.
 */
void wgc_partition_count(const uint32_t *meta, size_t n, size_t *population);

#endif
