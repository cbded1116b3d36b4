/*
 * Scans: the members join parts in the order of their local ids. A part is known by what its
 * members have made so far. To begin a part, where the result allows it, is never worse than to
 * join one: the other part stays as it is, and no part has to get another member.
 */
#include <string.h>

#include "oracle/classes_fold.h"

enum { VALUE_BYTES = 8 };

struct scan {
    const struct wgc_one_class *in;
    char *part; /* what each part has made so far */
    size_t parts, steps;
    char identity[2 * VALUE_BYTES]; /* the result of an exclusive scan's first member */
};

static char *part_at(const struct scan *scan, size_t p)
{
    return scan->part + p * scan->in->bytes;
}

/* Whether the result is that of a member with value x, in a part that has made `before`. */
static bool fits(const struct scan *scan, const char *before, const char *x, const char *result)
{
    const struct wgc_one_class *in = scan->in;
    char after[VALUE_BYTES];
    if (in->call->kind == WGC_KIND_SCAN_EXCLUSIVE) {
        return in->is_right(in->context, before, result);
    }
    wgc_class_combine(in, before, x, after);
    return in->is_right(in->context, after, result);
}

/* Whether a part before number p has made the same. */
static bool was_tried(const struct scan *scan, size_t p)
{
    size_t q = 0;
    while (q < p && memcmp(part_at(scan, q), part_at(scan, p), scan->in->bytes) != 0) {
        q++;
    }
    return q < p;
}

/* Finds parts for the members from number k on. */
static enum wgc_explained place(struct scan *scan, size_t k)
{
    const struct wgc_one_class *in = scan->in;
    const char *x = in->x + k * in->bytes, *result = in->actual + k * in->bytes;
    enum wgc_explained found = WGC_CONTRADICTED;
    if (k == in->count) {
        return WGC_EXPLAINED;
    }
    const char *alone = in->call->kind == WGC_KIND_SCAN_EXCLUSIVE ? scan->identity : x;
    if (in->is_right(in->context, alone, result)) {
        memcpy(part_at(scan, scan->parts++), x, in->bytes);
        found = place(scan, k + 1);
        scan->parts--;
        return found;
    }
    for (size_t p = 0; p < scan->parts && found == WGC_CONTRADICTED; p++) {
        char before[VALUE_BYTES];
        if (!fits(scan, part_at(scan, p), x, result) || was_tried(scan, p)) {
            continue;
        }
        if (scan->steps == 0) {
            return WGC_UNDECIDED;
        }
        scan->steps--;
        memcpy(before, part_at(scan, p), in->bytes);
        wgc_class_combine(in, before, x, part_at(scan, p));
        found = place(scan, k + 1);
        memcpy(part_at(scan, p), before, in->bytes);
    }
    return found;
}

enum wgc_explained wgc_explain_scan(const struct wgc_one_class *in)
{
    struct scan scan = {.in = in, .part = in->room, .steps = WGC_EXPLAIN_STEPS + in->count};
    if (in->count > 0) {
        wgc_oracle_exact(in->call, in->x, 1, NULL, 0, scan.identity);
    }
    return place(&scan, 0);
}
