#include "supervisor/reduce.h"

#include <stdlib.h>
#include <string.h>

bool wgc_reduce_start(struct wgc_reduction *reduction, const uint32_t *item, size_t count)
{
    *reduction = (struct wgc_reduction){.count = count, .chunk = count / 2};
    reduction->item = calloc(count + 1, sizeof *reduction->item);
    if (reduction->item == NULL) {
        return false;
    }
    memcpy(reduction->item, item, count * sizeof *item);
    return true;
}

void wgc_reduce_free(struct wgc_reduction *reduction)
{
    free(reduction->item);
    *reduction = (struct wgc_reduction){0};
}

/* The end of the part that is left out. */
static size_t part_end(const struct wgc_reduction *reduction)
{
    const size_t end = reduction->at + reduction->chunk;

    return end < reduction->count ? end : reduction->count;
}

bool wgc_reduce_next(const struct wgc_reduction *reduction, uint32_t *set, size_t *count)
{
    const size_t end = part_end(reduction);

    *count = 0;
    if (reduction->chunk == 0) {
        return false;
    }
    for (size_t i = 0; i < reduction->count; i++) {
        if (i < reduction->at || i >= end) {
            set[(*count)++] = reduction->item[i];
        }
    }
    return true;
}

void wgc_reduce_report(struct wgc_reduction *reduction, bool shows)
{
    const size_t end = part_end(reduction);

    if (shows) {
        memmove(reduction->item + reduction->at, reduction->item + end,
                (reduction->count - end) * sizeof *reduction->item);
        reduction->count -= end - reduction->at;
    } else {
        reduction->at = end;
    }
    if (reduction->at >= reduction->count) {
        reduction->at = 0;
        reduction->chunk /= 2;
    }
    /* the empty set shows no fault */
    if (reduction->chunk >= reduction->count) {
        reduction->chunk = reduction->count / 2;
    }
}
