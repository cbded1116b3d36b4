#include "causes/match.h"

#include <stdlib.h>
#include <string.h>

/* A case and the cause that it has. */
struct member {
    const char *name;
    size_t cause;
};

/* How many cases two causes share. */
struct overlap {
    size_t before, after, count;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct member *)a)->name, ((const struct member *)b)->name);
}

static size_t count_members(const struct wgc_causes *causes)
{
    size_t count = 0;

    for (size_t i = 0; i < causes->count; i++) {
        count += causes->cause[i].count;
    }
    return count;
}

/* The members of all causes by name; NULL without memory. */
static struct member *list_members(const struct wgc_causes *causes, size_t count)
{
    struct member *member = calloc(count + 1, sizeof *member);
    size_t next = 0;

    for (size_t i = 0; member != NULL && i < causes->count; i++) {
        for (size_t k = 0; k < causes->cause[i].count; k++) {
            member[next++] = (struct member){causes->cause[i].result[k]->name, i};
        }
    }
    if (member != NULL) {
        qsort(member, count, sizeof *member, by_name);
    }
    return member;
}

static int by_causes(const void *a, const void *b)
{
    const struct overlap *left = a;
    const struct overlap *right = b;

    if (left->after != right->after) {
        return left->after < right->after ? -1 : 1;
    }
    return (left->before > right->before) - (left->before < right->before);
}

static int by_count(const void *a, const void *b)
{
    const struct overlap *left = a;
    const struct overlap *right = b;

    if (left->count != right->count) {
        return left->count > right->count ? -1 : 1;
    }
    return by_causes(a, b);
}

/* Makes one overlap of those with the same causes. */
static size_t sum(struct overlap *overlap, size_t count)
{
    size_t kept = 0;

    qsort(overlap, count, sizeof *overlap, by_causes);
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && by_causes(&overlap[kept - 1], &overlap[i]) == 0) {
            overlap[kept - 1].count++;
        } else {
            overlap[kept++] = overlap[i];
        }
    }
    qsort(overlap, kept, sizeof *overlap, by_count);
    return kept;
}

/* One overlap for each case that both have, of causes with one kind of failure. */
static size_t find_common(const struct wgc_causes *before, const struct wgc_causes *after,
                          const struct member *of_before, size_t before_count,
                          const struct member *of_after, size_t after_count,
                          struct overlap *overlap)
{
    size_t count = 0;

    for (size_t i = 0, k = 0; i < before_count && k < after_count;) {
        int order = strcmp(of_before[i].name, of_after[k].name);
        if (order == 0) {
            if (before->cause[of_before[i].cause].failure ==
                after->cause[of_after[k].cause].failure) {
                overlap[count++] = (struct overlap){of_before[i].cause, of_after[k].cause, 1};
            }
            k++;
        } else if (order < 0) {
            i++;
        } else {
            k++;
        }
    }
    return sum(overlap, count);
}

static void match_ids(const struct wgc_causes *before, const struct wgc_causes *after, bool *taken,
                      size_t *partner)
{
    for (size_t i = 0; i < after->count; i++) {
        for (size_t k = 0; k < before->count && partner[i] == before->count; k++) {
            if (!taken[k] && strcmp(before->cause[k].id, after->cause[i].id) == 0) {
                taken[k] = true;
                partner[i] = k;
            }
        }
    }
}

bool wgc_causes_match(const struct wgc_causes *before, const struct wgc_causes *after,
                      size_t *partner)
{
    const size_t before_count = count_members(before), after_count = count_members(after);
    struct member *of_before = list_members(before, before_count);
    struct member *of_after = list_members(after, after_count);
    struct overlap *overlap = calloc(after_count + 1, sizeof *overlap);
    bool *taken = calloc(before->count + 1, sizeof *taken);
    bool whole = of_before != NULL && of_after != NULL && overlap != NULL && taken != NULL;

    for (size_t i = 0; i < after->count; i++) {
        partner[i] = before->count;
    }
    if (whole) {
        size_t count =
            find_common(before, after, of_before, before_count, of_after, after_count, overlap);
        for (size_t i = 0; i < count; i++) {
            if (!taken[overlap[i].before] && partner[overlap[i].after] == before->count) {
                taken[overlap[i].before] = true;
                partner[overlap[i].after] = overlap[i].before;
            }
        }
        match_ids(before, after, taken, partner);
    }
    free(of_before);
    free(of_after);
    free(overlap);
    free(taken);
    return whole;
}

static bool has_id(const struct wgc_causes *causes, const char *id)
{
    for (size_t i = 0; i < causes->count; i++) {
        if (strcmp(causes->cause[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

enum wgc_status wgc_causes_follow(const struct wgc_causes *before, struct wgc_causes *after,
                                  struct wgc_err *err)
{
    size_t *partner = calloc(after->count + 1, sizeof *partner);
    bool whole = partner != NULL && wgc_causes_match(before, after, partner);

    for (size_t i = 0; whole && i < after->count; i++) {
        const char *id = partner[i] < before->count ? before->cause[partner[i]].id : NULL;
        if (id != NULL && !has_id(after, id)) {
            char *copy = strdup(id);
            whole = copy != NULL;
            if (whole) {
                free(after->cause[i].id);
                after->cause[i].id = copy;
            }
        }
    }
    free(partner);
    return whole ? WGC_OK : wgc_err_memory(err, "the causes of failures");
}
