#include "reports/diff.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/detail.h"
#include "reports/report_text.h"

static const struct {
    const char *word, *heading, *color;
} changes[WGC_CHANGE_COUNT] = {
    [WGC_CHANGE_BROKE] = {"broke", "What broke", "\033[31m"},
    [WGC_CHANGE_MENDED] = {"mended", "What was mended", "\033[32m"},
    [WGC_CHANGE_OTHER] = {"went wrong in another way", "What went wrong in another way",
                          "\033[33m"},
    [WGC_CHANGE_LOST] = {"no longer ran", "What no longer ran", "\033[33m"},
    [WGC_CHANGE_GAINED] = {"ran for the first time", "What ran for the first time", "\033[32m"},
    [WGC_CHANGE_NEW] = {"new", "What is new", ""},
    [WGC_CHANGE_GONE] = {"gone", "What is gone", "\033[33m"},
    [WGC_CHANGE_NONE] = {"as before", NULL, ""},
};

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
        return WGC_CHANGE_MENDED;
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

/* "old: AMD EPYC, Intel(R) OpenCL, driver 1.2; wgconform 0.1.0, profile quick, seed 1, 2026-..." */
static void put_origin(struct wgc_buf *out, const char *which, const struct wgc_record *record)
{
    wgc_buf_printf(out, "%s: ", which);
    wgc_detail_origin(out, record);
    wgc_buf_char(out, '\n');
    if (!record->complete) {
        wgc_buf_printf(out, "     this run was cut short: %zu of %zu cases have a result\n",
                       record->result_count, record->total);
    }
}

static void put_item(struct wgc_buf *out, const struct wgc_difference *item)
{
    const struct wgc_result *result = item->after != NULL ? item->after : item->before;
    char states[64];

    if (result == NULL) { /* neither: there is no such difference */
        return;
    }
    (void)snprintf(states, sizeof states, "%s%s%s",
                   item->before == NULL ? "" : wgc_state_name(item->before->state),
                   item->before == NULL || item->after == NULL ? "" : " -> ",
                   item->after == NULL ? "" : wgc_state_name(item->after->state));
    wgc_buf_printf(out, "  %-20s %s\n", states, result->name);
    bool told = item->after != NULL && result->reason != NULL &&
                (wgc_state_is_bad(result->state) || item->change == WGC_CHANGE_LOST);
    if (told) {
        wgc_buf_text(out, "      ");
        wgc_detail_line(out, result);
        wgc_buf_char(out, '\n');
    }
}

static void put_kind(struct wgc_buf *out, const struct wgc_diff *diff, enum wgc_change change,
                     bool color)
{
    if (diff->changes[change] == 0 || changes[change].heading == NULL) {
        return;
    }
    wgc_buf_printf(out, "\n%s%s (%zu)%s\n", color ? changes[change].color : "",
                   changes[change].heading, diff->changes[change], color ? "\033[0m" : "");
    for (size_t i = 0; i < diff->count; i++) {
        if (diff->item[i].change == change) {
            put_item(out, &diff->item[i]);
        }
    }
}

void wgc_diff_put(struct wgc_buf *out, const struct wgc_diff *diff, bool color)
{
    const char *separator = "\n";

    put_origin(out, "old", diff->before);
    put_origin(out, "new", diff->after);
    for (int change = 0; change < WGC_CHANGE_COUNT; change++) {
        put_kind(out, diff, (enum wgc_change)change, color);
    }
    for (int change = 0; change < WGC_CHANGE_COUNT; change++) {
        if (diff->changes[change] > 0 || change == WGC_CHANGE_BROKE) {
            wgc_buf_printf(out, "%s%zu %s", separator, diff->changes[change], changes[change].word);
            separator = ", ";
        }
    }
    wgc_buf_char(out, '\n');
}
