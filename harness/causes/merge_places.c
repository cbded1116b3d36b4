/* Crashes without a word of the driver at one place. */
#include <stdlib.h>
#include <string.h>

#include "causes/merge.h"
#include "causes/signature_parts.h"
#include "record/frames.h"

/* Signatures with one key. */
struct group {
    struct wgc_signature **first;
    size_t count;
    char *place; /* where all of them crashed, in the driver; NULL: they did not */
};

static int by_key(const void *a, const void *b)
{
    const struct wgc_signature *left = *(struct wgc_signature *const *)a;
    const struct wgc_signature *right = *(struct wgc_signature *const *)b;

    return strcmp(left->key.data, right->key.data);
}

static bool same_key(const struct wgc_signature *a, const struct wgc_signature *b)
{
    return strcmp(a->key.data, b->key.data) == 0;
}

/* Sets *place to where the driver crashed; NULL: another failure, or nothing is known. False
 * without memory. */
static bool find_place(const struct wgc_signature *signature, char **place)
{
    struct wgc_buf text = {0};

    *place = NULL;
    if (signature->failure != WGC_STATE_CRASH || signature->words || signature->frames == NULL ||
        signature->scope == WGC_SCOPE_KEY || !wgc_frames_put_own_place(&text, signature->frames)) {
        return true;
    }
    *place = text.data;
    return !text.failed;
}

static bool find_place_of_group(struct group *group)
{
    bool whole = find_place(group->first[0], &group->place);

    for (size_t i = 1; whole && group->place != NULL && i < group->count; i++) {
        char *other;
        whole = find_place(group->first[i], &other);
        if (other == NULL || strcmp(other, group->place) != 0) {
            free(group->place);
            group->place = NULL;
        }
        free(other);
    }
    return whole;
}

static bool shares_place(const struct group *group, size_t count, size_t i)
{
    bool shares = false;

    for (size_t k = 0; !shares && group[i].place != NULL && k < count; k++) {
        shares = k != i && group[k].place != NULL && strcmp(group[k].place, group[i].place) == 0;
    }
    return shares;
}

/* The place is no part of the key: it changes with the driver's build. */
static bool put_keys(const struct group *group)
{
    bool whole = true;

    for (size_t i = 0; whole && i < group->count; i++) {
        struct wgc_signature *signature = group->first[i];
        wgc_buf_clear(&signature->key);
        wgc_buf_text(&signature->key, wgc_state_name(signature->failure));
        wgc_signature_part(&signature->key, "place");
        wgc_buf_text(&signature->place, group->place);
        signature->scope = WGC_SCOPE_PLACE;
        whole = !signature->key.failed && !signature->place.failed;
    }
    return whole;
}

bool wgc_causes_join_places(struct wgc_signature **signature, size_t count)
{
    struct group *group = calloc(count + 1, sizeof *group);
    size_t groups = 0;
    bool whole = group != NULL;

    qsort(signature, count, sizeof(struct wgc_signature *), by_key);
    for (size_t i = 0; whole && i < count;) {
        struct group *next = &group[groups++];
        next->first = signature + i;
        while (i < count && same_key(next->first[0], signature[i])) {
            next->count++;
            i++;
        }
        whole = find_place_of_group(next);
    }
    for (size_t i = 0; whole && i < groups; i++) {
        whole = !shares_place(group, groups, i) || put_keys(&group[i]);
    }
    for (size_t i = 0; i < groups; i++) {
        free(group[i].place);
    }
    free(group);
    return whole;
}
