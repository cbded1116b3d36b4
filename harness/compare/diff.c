#include "compare/diff.h"

#include <stdlib.h>
#include <string.h>

static enum wgc_change change_of(enum wgc_state before, enum wgc_state after)
{
    bool was_bad = wgc_state_is_bad(before);
    bool is_bad = wgc_state_is_bad(after);

    if (before == after) {
        return WGC_CHANGE_NONE;
    }
    if (is_bad) {
        return was_bad ? WGC_CHANGE_OTHER : WGC_CHANGE_BROKE;
    }
    if (after == WGC_STATE_SKIP) {
        return WGC_CHANGE_LOST;
    }
    if (was_bad) {
        return WGC_CHANGE_FIXED;
    }
    return before == WGC_STATE_SKIP ? WGC_CHANGE_GAINED : WGC_CHANGE_OTHER;
}

static int by_name(const void *a, const void *b)
{
    const struct wgc_result *const *left = a;
    const struct wgc_result *const *right = b;

    return strcmp((*left)->name, (*right)->name);
}

static const struct wgc_result **sorted_by_name(const struct wgc_record *record)
{
    const struct wgc_result **list = calloc(record->result_count + 1, sizeof *list);

    for (size_t i = 0; list != NULL && i < record->result_count; i++) {
        list[i] = &record->result[i];
    }
    if (list != NULL) {
        qsort(list, record->result_count, sizeof(struct wgc_result *), by_name);
    }
    return list;
}

static void add(struct wgc_diff *diff, enum wgc_change change, const struct wgc_result *before,
                const struct wgc_result *after)
{
    diff->item[diff->count++] = (struct wgc_difference){change, before, after};
    diff->changes[change]++;
}

static const struct wgc_result *find(const struct wgc_result **list, size_t count,
                                     const struct wgc_result *like)
{
    const struct wgc_result **found =
        count == 0 ? NULL : bsearch(&like, list, count, sizeof(struct wgc_result *), by_name);

    return found == NULL ? NULL : *found;
}

static void compare(struct wgc_diff *diff, const struct wgc_result **old_list,
                    const struct wgc_result **new_list)
{
    const struct wgc_record *before = diff->before;
    const struct wgc_record *after = diff->after;

    for (size_t i = 0; i < after->result_count; i++) {
        const struct wgc_result *result = &after->result[i];
        const struct wgc_result *old = find(old_list, before->result_count, result);
        add(diff, old == NULL ? WGC_CHANGE_NEW : change_of(old->state, result->state), old, result);
    }
    for (size_t i = 0; i < before->result_count; i++) {
        const struct wgc_result *result = &before->result[i];
        if (find(new_list, after->result_count, result) == NULL) {
            add(diff, WGC_CHANGE_GONE, result, NULL);
        }
    }
}

enum wgc_status wgc_diff_make(const struct wgc_record *before, const struct wgc_record *after,
                              struct wgc_diff *diff, struct wgc_err *err)
{
    const struct wgc_result **old_list = sorted_by_name(before);
    const struct wgc_result **new_list = sorted_by_name(after);
    size_t most = before->result_count + after->result_count;
    enum wgc_status status = WGC_OK;

    *diff = (struct wgc_diff){.before = before, .after = after};
    diff->item = calloc(most + 1, sizeof *diff->item);
    if (old_list == NULL || new_list == NULL || diff->item == NULL) {
        wgc_diff_free(diff);
        status = wgc_err_memory(err, "the comparison");
    } else {
        compare(diff, old_list, new_list);
    }
    free(old_list);
    free(new_list);
    return status;
}

void wgc_diff_free(struct wgc_diff *diff)
{
    free(diff->item);
    *diff = (struct wgc_diff){0};
}
