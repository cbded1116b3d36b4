/* Datasets that trials share; struct wgc_trial_cache is declared in trial/trial.h. Pure. */
#ifndef WGC_TRIAL_DATASET_CACHE_H
#define WGC_TRIAL_DATASET_CACHE_H

#include "base/err.h"
#include "trial/dataset.h"

/*
 * The dataset for a key, made if there is none. It stays until every wgc_cache_take is followed by
 * a wgc_cache_give, and longer while the limit allows.
 */
enum wgc_status wgc_cache_take(struct wgc_trial_cache *cache, const struct wgc_dataset_key *key,
                               const struct wgc_dataset **out, struct wgc_err *err);
void wgc_cache_give(struct wgc_trial_cache *cache, const struct wgc_dataset *set);

#endif
