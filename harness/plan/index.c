#include "plan/index.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct wgc_plan_entry *)a)->name,
                  ((const struct wgc_plan_entry *)b)->name);
}

struct wgc_plan_entry *wgc_plan_index(const struct wgc_manifest *manifest,
                                      const struct wgc_plan *plan)
{
    struct wgc_plan_entry *entry = calloc(plan->count + 1, sizeof *entry);

    for (size_t i = 0; entry != NULL && i < plan->count; i++) {
        wgc_case_name(manifest, &plan->item[i], entry[i].name);
        entry[i].place = i;
    }
    if (entry != NULL) {
        qsort(entry, plan->count, sizeof *entry, by_name);
    }
    return entry;
}

const struct wgc_plan_entry *wgc_plan_index_find(const struct wgc_plan_entry *entry, size_t count,
                                                 const char *name)
{
    struct wgc_plan_entry key = {0};
    size_t length = strlen(name);

    if (length >= sizeof key.name) {
        return NULL;
    }
    memcpy(key.name, name, length + 1);
    return bsearch(&key, entry, count, sizeof *entry, by_name);
}
