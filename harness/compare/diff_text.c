#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "reports/detail.h"
#include "compare/diff.h"
#include "compare/parts.h"
#include "base/report_text.h"

enum { CASES_SHOWN = 20 };

static const struct {
    const char *word, *heading, *color;
} changes[WGC_CHANGE_COUNT] = {
    [WGC_CHANGE_BROKE] = {"broke", "What broke", "\033[31m"},
    [WGC_CHANGE_FIXED] = {"fixed", "What was fixed", "\033[32m"},
    [WGC_CHANGE_OTHER] = {"went wrong in another way", "What went wrong in another way",
                          "\033[33m"},
    [WGC_CHANGE_LOST] = {"no longer ran", "What no longer ran", "\033[33m"},
    [WGC_CHANGE_GAINED] = {"ran for the first time", "What ran for the first time", "\033[32m"},
    [WGC_CHANGE_NEW] = {"new", "What is new", ""},
    [WGC_CHANGE_GONE] = {"gone", "What is gone", "\033[33m"},
    [WGC_CHANGE_NONE] = {"as before", NULL, ""},
};

/* "old: AMD EPYC, Intel(R) OpenCL, driver 1.2; wgconform 0.1.0, profile quick, seed 1, 2026-..." */
static void put_origin(struct wgc_buf *out, const char *which, const struct wgc_record *record)
{
    wgc_buf_printf(out, "%s: ", which);
    wgc_detail_origin(out, record);
    wgc_buf_char(out, '\n');
    if (!record->complete) {
        wgc_buf_printf(out, "     this run was cut short: %zu of %zu cases have a result\n",
                       record->result_count, wgc_record_total(record));
    }
}

static void put_item(struct wgc_buf *out, const struct wgc_difference *item)
{
    const struct wgc_result *result = item->after != NULL ? item->after : item->before;
    char states[64];

    if (result == NULL) { /* neither report has the case */
        return;
    }
    (void)snprintf(states, sizeof states, "%s%s%s",
                   item->before == NULL ? "" : wgc_state_name(item->before->state),
                   item->before == NULL || item->after == NULL ? "" : " -> ",
                   item->after == NULL ? "" : wgc_state_name(item->after->state));
    wgc_buf_printf(out, "  %-20s %s\n", states, result->name);
    bool has_reason = item->after != NULL && result->reason != NULL &&
                      (wgc_state_is_bad(result->state) || item->change == WGC_CHANGE_LOST);
    if (has_reason) {
        wgc_buf_text(out, "      ");
        wgc_detail_line(out, result);
        wgc_buf_char(out, '\n');
    }
}

static void put_kind(struct wgc_buf *out, const struct wgc_diff *diff, enum wgc_change change,
                     const struct wgc_diff_style *style)
{
    size_t most = style->verbose ? SIZE_MAX : CASES_SHOWN;
    size_t shown = 0;

    if (diff->changes[change] == 0 || changes[change].heading == NULL) {
        return;
    }
    wgc_buf_printf(out, "\n%s%s (%zu)%s\n", style->color ? changes[change].color : "",
                   changes[change].heading, diff->changes[change], style->color ? "\033[0m" : "");
    for (size_t i = 0; i < diff->count && shown < most; i++) {
        if (diff->item[i].change == change) {
            put_item(out, &diff->item[i]);
            shown++;
        }
    }
    if (diff->changes[change] > shown) {
        wgc_buf_printf(out, "  and %zu more (-v names them all)\n", diff->changes[change] - shown);
    }
}

static void put_counts(struct wgc_buf *out, const struct wgc_diff *diff)
{
    const char *separator = "\n";

    for (int change = 0; change < WGC_CHANGE_COUNT; change++) {
        if (diff->changes[change] > 0 || change == WGC_CHANGE_BROKE) {
            wgc_buf_printf(out, "%s%zu %s", separator, diff->changes[change], changes[change].word);
            separator = ", ";
        }
    }
    wgc_buf_char(out, '\n');
}

/* An unknown name is any name. */
static bool may_be_same(const char *a, const char *b)
{
    return a == NULL || b == NULL || strcmp(a, b) == 0;
}

/* Whether both reports are of the device of the same name and platform, whatever its driver. */
static bool is_of_one_device(const struct wgc_diff *diff)
{
    const struct wgc_record_device *before = &diff->before->device;
    const struct wgc_record_device *after = &diff->after->device;

    return may_be_same(before->name, after->name) && may_be_same(before->platform, after->platform);
}

void wgc_diff_put(struct wgc_buf *out, const struct wgc_diff *diff,
                  const struct wgc_diff_style *style)
{
    struct wgc_diff_causes causes;
    struct wgc_err err;

    put_origin(out, "old", diff->before);
    put_origin(out, "new", diff->after);
    if (wgc_diff_causes_make(diff, &causes, &err) != WGC_OK) {
        out->failed = true;
        return;
    }
    wgc_diff_causes_put(out, &causes, style);
    if (!is_of_one_device(diff)) {
        wgc_diff_table_put(out, diff, &causes);
    }
    if (is_of_one_device(diff) || style->verbose) {
        for (int change = 0; change < WGC_CHANGE_COUNT; change++) {
            put_kind(out, diff, (enum wgc_change)change, style);
        }
    }
    put_counts(out, diff);
    wgc_diff_causes_free(&causes);
}
