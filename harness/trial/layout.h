/* The words that a launch's work-groups wrote down about their sub-groups: where they are, and
 * which work-groups wrote the same. */
#ifndef WGC_TRIAL_LAYOUT_H
#define WGC_TRIAL_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trial/trial.h"

/* How many items work-group g has. */
size_t wgc_layout_items(const struct wgc_trial *trial, size_t g);
/* Its words: WGC_META_WORDS for each item. */
const uint32_t *wgc_layout_words(const struct wgc_trial *trial, const uint32_t *meta, size_t g);

/* For each work-group the first one of its size with the same words; owned by the caller, NULL
 * without memory. */
size_t *wgc_layout_find(const struct wgc_trial *trial, const uint32_t *meta);

#endif
