#include "reports/skips.h"

#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "plan/local_size.h"
#include "record/case_name.h"
#include "record/suites.h"
#include "suite/tables.h"

const char wgc_skips_only_warning[] = "nothing was tested: every case was skipped";

/* Cases of a scope: how many there are, and how many were more than a skip. */
struct tally {
    size_t cases, judged;
};

enum { WORK_GROUP, SUB_GROUP, CHECK, SCOPE_COUNT };

static int scope_of(const char *name)
{
    static const char prefix[] = "work_group_";
    const struct wgc_case_name parts = wgc_case_name_split(name);

    if (parts.type_length == 0) {
        return CHECK;
    }
    return strncmp(parts.function, prefix, sizeof prefix - 1) == 0 ? WORK_GROUP : SUB_GROUP;
}

/* Whether the device's own description rules the feature out. */
static bool is_missing(const struct wgc_record *record, enum wgc_feature feature)
{
    return (record->device.features_missing >> feature & 1) != 0;
}

/* Whether cases were skipped as the device has no compiler, which every kernel needs. */
static bool lacks_compiler(const struct wgc_record *record)
{
    for (size_t i = 0; i < record->result_count; i++) {
        const struct wgc_result *result = &record->result[i];
        if (result->state == WGC_STATE_SKIP && result->about.kind == WGC_ABOUT_LACKS &&
            result->about.first == WGC_LACKS_COMPILER) {
            return true;
        }
    }
    return false;
}

bool wgc_skips_lack(const struct wgc_record *record, struct wgc_buf *out)
{
    struct tally tally[SCOPE_COUNT] = {{0}};
    bool lack[2];
    size_t judged = 0;

    for (size_t i = 0; i < record->result_count; i++) {
        struct tally *scope = &tally[scope_of(record->result[i].name)];
        scope->cases++;
        scope->judged += record->result[i].state != WGC_STATE_SKIP;
        judged += record->result[i].state != WGC_STATE_SKIP;
    }
    lack[0] = tally[WORK_GROUP].cases > 0 && tally[WORK_GROUP].judged == 0 &&
              is_missing(record, WGC_FEATURE_collective_functions);
    lack[1] = tally[SUB_GROUP].cases > 0 && tally[SUB_GROUP].judged == 0 &&
              is_missing(record, WGC_FEATURE_subgroups);
    const bool compiler = lacks_compiler(record);
    if (!compiler && !lack[0] && !lack[1]) {
        return false;
    }
    if (compiler) {
        wgc_buf_text(out, "this device has no compiler: ");
    } else {
        wgc_buf_printf(out, "this device has %s%s%s: ", lack[0] ? "no work-group collectives" : "",
                       lack[0] && lack[1] ? " and " : "", lack[1] ? "no sub-groups" : "");
    }
    if (judged == 0) {
        wgc_buf_text(out, "nothing could be judged");
    } else if (judged == tally[CHECK].judged) {
        wgc_buf_printf(out, "%zu capability check%s could be judged", judged, wgc_plural(judged));
    } else {
        wgc_buf_printf(out, "%zu of %zu cases could be judged", judged, record->result_count);
    }
    return true;
}

bool wgc_skips_only(const struct wgc_record *record)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    return record->result_count > 0 && count[WGC_STATE_SKIP] == record->result_count;
}

void wgc_skip_put_general_reason(struct wgc_buf *out, const struct wgc_result *result)
{
    char size[WGC_LOCAL_SIZE_REASON_MAX];

    switch (result->about.kind) {
    case WGC_ABOUT_LACKS:
        wgc_buf_printf(out, "the device lacks %s", wgc_lack_text(result->about.first));
        break;
    case WGC_ABOUT_LOCAL_SIZE:
        wgc_size_general_reason(result->about.limit, size);
        wgc_buf_text(out, size);
        break;
    case WGC_ABOUT_OTHER:
    case WGC_ABOUT_REQUIRED_SIZE:
    case WGC_ABOUT_CALL:
    case WGC_ABOUT_KIND_COUNT:
        if (result->reason != NULL) {
            wgc_buf_add(out, result->reason, strcspn(result->reason, "\n"));
        }
        break;
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct wgc_skip_reason *)a)->text,
                  ((const struct wgc_skip_reason *)b)->text);
}

static int by_cases(const void *a, const void *b)
{
    const struct wgc_skip_reason *left = a;
    const struct wgc_skip_reason *right = b;

    if (left->cases != right->cases) {
        return left->cases > right->cases ? -1 : 1;
    }
    return by_text(a, b);
}

/* Sorts, and makes one item of those with the same text. */
static void merge_items(struct wgc_skip_reasons *reasons)
{
    size_t kept = 0;

    qsort(reasons->item, reasons->count, sizeof *reasons->item, by_text);
    for (size_t i = 0; i < reasons->count; i++) {
        struct wgc_skip_reason *last = kept == 0 ? NULL : &reasons->item[kept - 1];
        if (last != NULL && strcmp(last->text, reasons->item[i].text) == 0) {
            last->cases += reasons->item[i].cases;
            free(reasons->item[i].text);
        } else {
            reasons->item[kept++] = reasons->item[i];
        }
    }
    reasons->count = kept;
    qsort(reasons->item, reasons->count, sizeof *reasons->item, by_cases);
}

/* Adds the reason of a skip; false without memory. There is room for one of each result. */
static bool add_reason(struct wgc_skip_reasons *reasons, const struct wgc_result *result)
{
    struct wgc_buf text = {0};

    wgc_skip_put_general_reason(&text, result);
    wgc_buf_text(&text, "");
    reasons->item[reasons->count++] = (struct wgc_skip_reason){text.data, 1};
    return !text.failed && text.data != NULL;
}

static enum wgc_status finish(bool whole, struct wgc_skip_reasons *reasons, struct wgc_err *err)
{
    if (!whole) {
        wgc_skip_reasons_free(reasons);
        return wgc_err_memory(err, "the reasons of skips");
    }
    merge_items(reasons);
    return WGC_OK;
}

enum wgc_status wgc_skip_reasons_make(const struct wgc_record *record,
                                      struct wgc_skip_reasons *reasons, struct wgc_err *err)
{
    *reasons =
        (struct wgc_skip_reasons){.item = calloc(record->result_count + 1, sizeof *reasons->item)};
    bool whole = reasons->item != NULL;

    for (size_t i = 0; whole && i < record->result_count; i++) {
        if (record->result[i].state == WGC_STATE_SKIP) {
            whole = add_reason(reasons, &record->result[i]);
        }
    }
    return finish(whole, reasons, err);
}

static bool all_skipped(const struct wgc_suite *suite)
{
    return suite->states[WGC_STATE_SKIP] == suite->count &&
           wgc_case_name_split(suite->result[0]->name).type_length > 0;
}

enum wgc_status wgc_skip_reasons_of_functions(const struct wgc_record *record,
                                              struct wgc_skip_reasons *reasons, struct wgc_err *err)
{
    struct wgc_suites suites;
    enum wgc_status status = wgc_suites_make(record, &suites, err);

    *reasons = (struct wgc_skip_reasons){0};
    if (status != WGC_OK) {
        return status;
    }
    reasons->item = calloc(suites.count + 1, sizeof *reasons->item);
    bool whole = reasons->item != NULL;
    for (size_t i = 0; whole && i < suites.count; i++) {
        if (all_skipped(&suites.suite[i])) {
            whole = add_reason(reasons, suites.suite[i].result[0]);
        }
    }
    wgc_suites_free(&suites);
    return finish(whole, reasons, err);
}

void wgc_skip_reasons_free(struct wgc_skip_reasons *reasons)
{
    for (size_t i = 0; reasons->item != NULL && i < reasons->count; i++) {
        free(reasons->item[i].text);
    }
    free(reasons->item);
    *reasons = (struct wgc_skip_reasons){0};
}
