/* The partitions of a launch: the words that its work-groups wrote about their sub-groups, and the
 * work-groups with equal words, whose partition is read once. */
#ifndef WGC_TRIAL_PARTITION_CACHE_H
#define WGC_TRIAL_PARTITION_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "trial/trial.h"

/* The number of items of work-group g. */
size_t wgc_partition_items(const struct wgc_trial *trial, size_t g);
/* Its words: WGC_META_WORDS for each item. */
const uint32_t *wgc_partition_words(const struct wgc_trial *trial, const uint32_t *meta, size_t g);

/* For each work-group an earlier one of its size with the same words, or itself; owned by the
 * caller, NULL without memory. */
size_t *wgc_partition_cache(const struct wgc_trial *trial, const uint32_t *meta);

#endif
