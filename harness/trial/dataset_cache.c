/* The cache of datasets. */
#include <stdlib.h>
#include <string.h>

#include "trial/dataset.h"

struct entry {
    struct entry *next;
    struct wgc_dataset *set;
    size_t users;
};

/* Entries are sorted by their last use, the latest first. */
struct wgc_trial_cache {
    struct entry *first;
    size_t idle_bytes; /* of entries without users */
    size_t limit_bytes;
};

struct wgc_trial_cache *wgc_trial_cache_create(size_t limit_bytes)
{
    struct wgc_trial_cache *cache = calloc(1, sizeof *cache);
    if (cache != NULL) {
        cache->limit_bytes = limit_bytes;
    }
    return cache;
}

void wgc_trial_cache_free(struct wgc_trial_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    while (cache->first != NULL) {
        struct entry *entry = cache->first;
        cache->first = entry->next;
        wgc_dataset_free(entry->set);
        free(entry);
    }
    free(cache);
}

static bool is_same(const struct wgc_dataset_key *a, const struct wgc_dataset_key *b)
{
    return a->role == b->role && a->call.kind == b->call.kind && a->call.op == b->call.op &&
           a->call.type == b->call.type && a->call.cluster == b->call.cluster &&
           wgc_call_width(&a->call) == wgc_call_width(&b->call) && a->sub_groups == b->sub_groups &&
           a->one_init == b->one_init && a->items == b->items && a->chunk == b->chunk &&
           a->roots == b->roots && a->rows == b->rows && a->constant == b->constant &&
           memcmp(a->more, b->more, sizeof a->more) == 0 && a->skips_nan == b->skips_nan &&
           wgc_fp_traits_equal(&a->fp, &b->fp) && a->seed == b->seed;
}

/* Unlinks the entry that *at points to. */
static void forget(struct entry **at)
{
    struct entry *entry = *at;
    *at = entry->next;
    wgc_dataset_free(entry->set);
    free(entry);
}

/* Drops the least recently used idle entries, to three quarters of the limit, so that not every
 * release has to trim. */
static void trim(struct wgc_trial_cache *cache)
{
    const size_t keep = cache->limit_bytes - cache->limit_bytes / 4;
    size_t idle = 0;
    struct entry **at = &cache->first;
    while (*at != NULL) {
        idle += (*at)->users == 0 ? (*at)->set->bytes : 0;
        if ((*at)->users == 0 && idle > keep) {
            idle -= (*at)->set->bytes;
            forget(at);
        } else {
            at = &(*at)->next;
        }
    }
    cache->idle_bytes = idle;
}

static const struct wgc_dataset *find_shareable(const struct wgc_trial_cache *cache,
                                                const struct wgc_dataset_key *key)
{
    for (const struct entry *entry = cache->first; entry != NULL; entry = entry->next) {
        if (wgc_dataset_can_share(&entry->set->key, key)) {
            return entry->set;
        }
    }
    return NULL;
}

enum wgc_status wgc_cache_acquire(struct wgc_trial_cache *cache, const struct wgc_dataset_key *key,
                                  const struct wgc_dataset **out, struct wgc_err *err)
{
    for (struct entry **at = &cache->first; *at != NULL; at = &(*at)->next) {
        struct entry *entry = *at;
        if (is_same(&entry->set->key, key)) {
            *at = entry->next;
            entry->next = cache->first;
            cache->first = entry;
            cache->idle_bytes -= entry->users == 0 ? entry->set->bytes : 0;
            entry->users++;
            *out = entry->set;
            return WGC_OK;
        }
    }
    struct entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        return wgc_err_memory(err, "an entry of the cache of data");
    }
    const enum wgc_status status =
        wgc_dataset_create(key, find_shareable(cache, key), &entry->set, err);
    if (status != WGC_OK) {
        free(entry);
        return status;
    }
    entry->users = 1;
    entry->next = cache->first;
    cache->first = entry;
    *out = entry->set;
    return WGC_OK;
}

void wgc_cache_release(struct wgc_trial_cache *cache, const struct wgc_dataset *set)
{
    struct entry *entry = cache->first;
    while (entry->set != set) {
        entry = entry->next;
    }
    entry->users--;
    cache->idle_bytes += entry->users == 0 ? set->bytes : 0;
    if (cache->idle_bytes > cache->limit_bytes) {
        trim(cache);
    }
}
