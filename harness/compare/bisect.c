#include "compare/bisect.h"

#include <stdlib.h>

/* A search; unknown: the versions that cannot be judged. */
struct search {
    size_t count;
    const struct wgc_bisect_judge *judge;
    struct wgc_bisection *found;
    bool *unknown;
};

static enum wgc_status judge(struct search *search, size_t version,
                             struct wgc_bisect_verdict *verdict, struct wgc_err *err)
{
    search->found->judged++;
    enum wgc_status status = search->judge->judge(search->judge->context, version, verdict, err);
    search->unknown[version] = status == WGC_OK && !verdict->known;
    return status;
}

/* Moves *version by step until it can be judged, before it reaches end. */
static enum wgc_status find_end(struct search *search, size_t *version, int step, size_t end,
                                struct wgc_bisect_verdict *verdict, struct wgc_err *err)
{
    enum wgc_status status = judge(search, *version, verdict, err);

    while (status == WGC_OK && !verdict->known && *version != end) {
        *version = step > 0 ? *version + 1 : *version - 1;
        status = *version == end ? WGC_OK : judge(search, *version, verdict, err);
    }
    return status;
}

/* The version nearest to the middle of those between that may be judged; before where there is
 * none. */
static size_t middle(const struct search *search)
{
    const size_t before = search->found->before;
    const size_t after = search->found->after;
    const size_t center = before + (after - before) / 2;

    for (size_t distance = 0; distance <= (after - before) / 2; distance++) {
        if (center + distance < after && center + distance > before &&
            !search->unknown[center + distance]) {
            return center + distance;
        }
        if (center > before + distance && !search->unknown[center - distance]) {
            return center - distance;
        }
    }
    return before;
}

static enum wgc_status halve(struct search *search, struct wgc_err *err)
{
    struct wgc_bisection *found = search->found;
    enum wgc_status status = WGC_OK;

    for (size_t version = middle(search); status == WGC_OK && version != found->before;
         version = middle(search)) {
        struct wgc_bisect_verdict verdict = {0};
        status = judge(search, version, &verdict, err);
        if (status != WGC_OK || !verdict.known) {
            continue;
        }
        if (verdict.state == found->verdict_before.state) {
            found->before = version;
        } else {
            found->after = version;
            found->verdict_after = verdict;
        }
    }
    return status;
}

static enum wgc_status run(struct search *search, struct wgc_err *err)
{
    struct wgc_bisection *found = search->found;
    const size_t last = search->count - 1;

    found->after = last;
    enum wgc_status status = find_end(search, &found->before, 1, last, &found->verdict_before, err);
    if (status == WGC_OK && found->before != last) {
        status = find_end(search, &found->after, -1, found->before, &found->verdict_after, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    if (found->before >= found->after) {
        return wgc_err_set(err, WGC_ERR_DEVICE,
                           "fewer than two of the %zu drivers give the case a verdict",
                           search->count);
    }
    found->changes = found->verdict_before.state != found->verdict_after.state;
    return found->changes ? halve(search, err) : WGC_OK;
}

enum wgc_status wgc_bisect(size_t count, const struct wgc_bisect_judge *judge,
                           struct wgc_bisection *found, struct wgc_err *err)
{
    struct search search = {
        .count = count, .judge = judge, .found = found, .unknown = calloc(count + 1, sizeof(bool))};

    *found = (struct wgc_bisection){0};
    if (search.unknown == NULL) {
        return wgc_err_memory(err, "the search");
    }
    enum wgc_status status =
        count < 2 ? wgc_err_set(err, WGC_ERR_INPUT, "two drivers or more are required")
                  : run(&search, err);
    free(search.unknown);
    return status;
}
