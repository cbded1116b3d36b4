#include "trial/parts.h"

#include <stdlib.h>
#include <string.h>

#include "trial/trial_data.h"

size_t wgc_partition_items(const struct wgc_trial *trial, size_t g)
{
    const struct wgc_launch *launch = &trial->data->launch;
    return launch->part[wgc_launch_part(launch, g)].items;
}

const uint32_t *wgc_partition_words(const struct wgc_trial *trial, const uint32_t *meta, size_t g)
{
    return meta + g * trial->group_items * WGC_META_WORDS;
}

/* Each work-group is compared with the last one of its size that differed from its predecessor: on
 * most devices all work-groups of one size have the same words. */
size_t *wgc_partition_cache(const struct wgc_trial *trial, const uint32_t *meta)
{
    const struct wgc_launch *launch = &trial->data->launch;
    size_t last[WGC_MAX_PARTS];
    size_t *like = malloc(trial->group_count * sizeof *like);
    if (like == NULL) {
        return NULL;
    }
    for (size_t p = 0; p < WGC_MAX_PARTS; p++) {
        last[p] = trial->group_count;
    }
    for (size_t g = 0; g < trial->group_count; g++) {
        const size_t p = wgc_launch_part(launch, g);
        const size_t bytes = launch->part[p].items * WGC_META_WORDS * sizeof *meta;
        if (last[p] == trial->group_count ||
            memcmp(wgc_partition_words(trial, meta, last[p]), wgc_partition_words(trial, meta, g),
                   bytes) != 0) {
            last[p] = g;
        }
        like[g] = last[p];
    }
    return like;
}
