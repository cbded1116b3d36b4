#include "trial/sub_groups.h"

#include <stdio.h>
#include <string.h>

/* The words being read, the rules, and the outputs. */
struct reading {
    const uint32_t *meta;
    size_t n;
    enum wgc_partition_rules rules;
    struct wgc_partition *partition;
    struct wgc_partition_fault *fault;
};

static uint32_t word(const struct reading *reading, size_t i, size_t which)
{
    return reading->meta[i * WGC_META_WORDS + which];
}

static const char *refuse(struct reading *reading, size_t item, const char *what, const char *rule,
                          size_t limit, size_t found)
{
    struct wgc_partition_fault *out = reading->fault;
    out->item = item;
    snprintf(out->expected, sizeof out->expected, "%s %zu", rule, limit);
    snprintf(out->actual, sizeof out->actual, "%zu", found);
    return what;
}

/* Checks the words that all items of the work-group have in common; only the kernels whose built-in
 * queries are judged write them. */
static const char *check_common(struct reading *reading, bool full,
                                struct wgc_partition_common *common)
{
    const uint32_t count = word(reading, 0, WGC_META_COUNT);
    if (count < 1 || count > reading->n) {
        return refuse(reading, 0, "impossible number of sub-groups", "from 1 to", reading->n,
                      count);
    }
    if (common->max_size == 0) {
        common->max_size = word(reading, 0, WGC_META_MAX_SIZE);
        common->enqueued = word(reading, 0, WGC_META_ENQUEUED);
    }
    for (size_t i = 0; i < reading->n; i++) {
        if (word(reading, i, WGC_META_COUNT) != count) {
            return refuse(reading, i, "items disagree on the number of sub-groups",
                          "as in item 0:", count, word(reading, i, WGC_META_COUNT));
        }
        if (word(reading, i, WGC_META_MAX_SIZE) != common->max_size) {
            return refuse(reading, i, "items disagree on the maximum sub-group size",
                          "as in the first work-group:", common->max_size,
                          word(reading, i, WGC_META_MAX_SIZE));
        }
        if (word(reading, i, WGC_META_ENQUEUED) != common->enqueued) {
            return refuse(reading, i, "items disagree on the enqueued number of sub-groups",
                          "as in the first work-group:", common->enqueued,
                          word(reading, i, WGC_META_ENQUEUED));
        }
    }
    if (common->enqueued < count || (full && common->enqueued != count)) {
        return refuse(reading, 0, "wrong enqueued number of sub-groups",
                      full ? "the number of sub-groups," : "at least the number of sub-groups,",
                      count, common->enqueued);
    }
    reading->partition->count = count;
    return NULL;
}

/* The number of sub-groups by the ids, where the kernel did not write it. */
static const char *count_ids(struct reading *reading)
{
    reading->partition->count = 1;
    for (size_t i = 0; i < reading->n; i++) {
        const uint32_t id = word(reading, i, WGC_META_ID);
        if (id >= reading->n) {
            return refuse(reading, i, "sub-group id out of range", "less than", reading->n, id);
        }
        if (id >= reading->partition->count) {
            reading->partition->count = (size_t)id + 1;
        }
    }
    return NULL;
}

/* Counts the items of each sub-group; first[s + 1] then holds the population of sub-group s. */
static const char *count_items(struct reading *reading)
{
    struct wgc_partition *partition = reading->partition;
    memset(partition->first, 0, (reading->n + 1) * sizeof *partition->first);
    for (size_t i = 0; i < reading->n; i++) {
        const uint32_t id = word(reading, i, WGC_META_ID);
        if (id >= partition->count) {
            return refuse(reading, i, "sub-group id out of range", "less than", partition->count,
                          id);
        }
        partition->first[id + 1]++;
    }
    return NULL;
}

/* Whether get_sub_group_size() may return this in a sub-group of that many items. */
static bool is_size(const struct reading *reading, size_t i, size_t population, size_t largest)
{
    const uint32_t size = word(reading, i, WGC_META_SIZE),
                   most = word(reading, i, WGC_META_MAX_SIZE);
    return size == population || (size > population && (size == most || size == largest));
}

/* After count_items. Until the items are sorted, order has the size that the first item of each
 * sub-group wrote. */
static const char *check_reported_sizes(struct reading *reading)
{
    const struct wgc_partition *partition = reading->partition;
    size_t largest = 0;
    for (size_t s = 0; s < partition->count; s++) {
        largest = partition->first[s + 1] > largest ? partition->first[s + 1] : largest;
    }
    for (size_t i = reading->n; i-- > 0;) {
        partition->order[word(reading, i, WGC_META_ID)] = word(reading, i, WGC_META_SIZE);
    }
    for (size_t i = 0; i < reading->n; i++) {
        const size_t population = partition->first[word(reading, i, WGC_META_ID) + 1];
        const size_t reported = partition->order[word(reading, i, WGC_META_ID)];
        const uint32_t size = word(reading, i, WGC_META_SIZE),
                       most = word(reading, i, WGC_META_MAX_SIZE);
        if (!is_size(reading, i, population, largest)) {
            return refuse(reading, i, "sub-group size is neither the number of its items nor full",
                          "items with that sub-group id:", population, size);
        }
        if (size != reported) {
            return refuse(reading, i, "items of a sub-group disagree on its size",
                          "as in the first of them:", reported, size);
        }
        if (size > most || population > most) {
            return refuse(reading, i, "sub-group size past the maximum", "at most", most,
                          size > most ? size : population);
        }
    }
    return NULL;
}

static const char *check_sizes(struct reading *reading)
{
    const struct wgc_partition *partition = reading->partition;
    const size_t size = partition->first[1];
    for (size_t s = 0; s < partition->count; s++) {
        const size_t population = partition->first[s + 1];
        if (population == 0) {
            return refuse(reading, 0, "sub-group ids not dense", "an item in sub-group", s, 0);
        }
        const bool last = s + 1 == partition->count;
        if (reading->rules == WGC_PARTITION_ALL &&
            (population > size || (population < size && !last))) {
            return refuse(reading, 0, "sub-groups of different sizes, not only the last",
                          "as in sub-group 0:", size, population);
        }
    }
    return NULL;
}

/* Sorts the items; in a right partition every place of order is used once. */
static const char *order_items(struct reading *reading)
{
    struct wgc_partition *partition = reading->partition;
    for (size_t s = 0; s < partition->count; s++) {
        partition->first[s + 1] += partition->first[s];
    }
    for (size_t k = 0; k < reading->n; k++) {
        partition->order[k] = reading->n;
    }
    partition->in_line = true;
    for (size_t i = 0; i < reading->n; i++) {
        const uint32_t local_id = word(reading, i, WGC_META_LOCAL_ID);
        const size_t *first = &partition->first[word(reading, i, WGC_META_ID)];
        if (local_id >= first[1] - first[0]) {
            return refuse(reading, i, "sub-group local id out of range", "less than",
                          first[1] - first[0], local_id);
        }
        size_t *place = &partition->order[first[0] + local_id];
        if (*place != reading->n) {
            return refuse(reading, i, "two items with the same sub-group local id",
                          "another than item", *place, local_id);
        }
        *place = i;
        partition->in_line = partition->in_line && place == &partition->order[i];
    }
    return NULL;
}

const char *wgc_partition_read(const uint32_t *meta, size_t n, bool full,
                               enum wgc_partition_rules rules, struct wgc_partition_common *common,
                               struct wgc_partition *partition, struct wgc_partition_fault *fault)
{
    struct reading reading = {meta, n, rules, partition, fault};
    const char *what =
        rules == WGC_PARTITION_ALL ? check_common(&reading, full, common) : count_ids(&reading);
    if (what == NULL) {
        what = count_items(&reading);
    }
    if (what == NULL && rules == WGC_PARTITION_ALL) {
        what = check_reported_sizes(&reading);
    }
    if (what == NULL) {
        what = check_sizes(&reading);
    }
    return what == NULL ? order_items(&reading) : what;
}

const char *wgc_partition_compare(const uint32_t *meta, const uint32_t *first, size_t n,
                                  size_t first_group, struct wgc_partition_fault *fault)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t which = WGC_META_ID; which <= WGC_META_LOCAL_ID; which++) {
            const uint32_t *one = &meta[i * WGC_META_WORDS + which];
            const uint32_t *other = &first[i * WGC_META_WORDS + which];
            if (*one != *other) {
                fault->item = i;
                snprintf(fault->expected, sizeof fault->expected, "%s %u, as in work-group %zu",
                         which == WGC_META_ID ? "sub-group" : "sub-group local id", *other,
                         first_group);
                snprintf(fault->actual, sizeof fault->actual, "%u", *one);
                return "mapping to sub-groups is not that of another work-group";
            }
        }
    }
    return NULL;
}

void wgc_partition_count(const uint32_t *meta, size_t n, size_t *population)
{
    memset(population, 0, n * sizeof *population);
    for (size_t i = 0; i < n; i++) {
        const uint32_t id = meta[i * WGC_META_WORDS + WGC_META_ID];
        if (id < n) {
            population[id]++;
        }
    }
}

bool wgc_partition_is_even(const uint32_t *meta, size_t n, size_t chunk,
                           enum wgc_partition_rules rules)
{
    size_t i = 0;
    for (size_t first = 0, id = 0; first < n; first += chunk, id++) {
        const size_t size = n - first < chunk ? n - first : chunk;
        for (size_t local_id = 0; local_id < size; local_id++, i++) {
            const uint32_t *words = meta + i * WGC_META_WORDS;
            if (words[WGC_META_ID] != id || words[WGC_META_LOCAL_ID] != local_id) {
                return false;
            }
        }
    }
    return rules != WGC_PARTITION_ALL;
}
