#include "plan/exact_filters.h"

#include <stdlib.h>
#include <string.h>

struct wgc_exact_filter {
    const char *name;
    size_t place;
};

bool wgc_filter_is_exact(const char *filter)
{
    return filter[0] != '!' && strpbrk(filter, "*?") == NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct wgc_exact_filter *)a)->name,
                  ((const struct wgc_exact_filter *)b)->name);
}

bool wgc_exact_filters_make(const char *const *filter, size_t count,
                            struct wgc_exact_filters *filters)
{
    *filters = (struct wgc_exact_filters){.item = calloc(count + 1, sizeof *filters->item)};
    for (size_t i = 0; filters->item != NULL && i < count; i++) {
        if (wgc_filter_is_exact(filter[i])) {
            filters->item[filters->count++] = (struct wgc_exact_filter){filter[i], i};
        }
    }
    if (filters->item != NULL) {
        qsort(filters->item, filters->count, sizeof *filters->item, by_name);
    }
    return filters->item != NULL;
}

void wgc_exact_filters_free(struct wgc_exact_filters *filters)
{
    free(filters->item);
    *filters = (struct wgc_exact_filters){0};
}

bool wgc_exact_filters_match(const struct wgc_exact_filters *filters, const char *name,
                             bool *matched)
{
    const struct wgc_exact_filter key = {name, 0};
    const struct wgc_exact_filter *end = filters->item + filters->count;
    const struct wgc_exact_filter *at =
        bsearch(&key, filters->item, filters->count, sizeof *filters->item, by_name);

    if (at == NULL) {
        return false;
    }
    while (at > filters->item && by_name(at - 1, &key) == 0) {
        at--;
    }
    for (; at < end && by_name(at, &key) == 0; at++) {
        matched[at->place] = true;
    }
    return true;
}
