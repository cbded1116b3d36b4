#include "reports/parts.h"

#include <stdlib.h>
#include <string.h>

#include "record/case_name.h"
#include "base/report_text.h"
#include "reports/skips.h"

struct maker {
    const struct wgc_record *record;
    const struct wgc_report_cause *const *cause_of;
    enum wgc_junit_merge merge;
    struct wgc_junit_points *points;
};

/* "c.work_group_all.int.*" */
static void put_type(struct wgc_buf *out, const struct wgc_result *result)
{
    struct wgc_case_name parts = wgc_case_name_split(result->name);
    size_t length = (size_t)(parts.rest - result->name) + parts.type_length;

    wgc_buf_add(out, result->name, length);
    wgc_buf_text(out, parts.type_length > 0 ? ".*" : "*");
}

/* The name of the testcase that the result is merged into; nothing: it stays separate. */
static void put_name(struct wgc_buf *out, const struct maker *maker,
                     const struct wgc_result *result)
{
    const struct wgc_report_cause *cause = maker->cause_of[result - maker->record->result];

    if (result->state == WGC_STATE_SKIP && maker->merge >= WGC_JUNIT_MERGE_SKIPS) {
        struct wgc_buf reason = {0};
        wgc_skip_put_general_reason(&reason, result);
        put_type(out, result);
        wgc_buf_text(out, " (");
        wgc_report_text(out, wgc_buf_str(&reason));
        wgc_buf_char(out, ')');
        out->failed = out->failed || reason.failed;
        wgc_buf_free(&reason);
    } else if (result->state == WGC_STATE_PASS && maker->merge >= WGC_JUNIT_MERGE_PASSES) {
        put_type(out, result);
        wgc_buf_text(out, " (pass)");
    } else if (cause != NULL && maker->merge >= WGC_JUNIT_MERGE_BAD) {
        wgc_buf_printf(out, "%s (more)", cause->id);
    }
}

/* Whether the list has fewer cases of the cause than stay separate. */
static bool stays_separate(const struct maker *maker, const struct wgc_result *result)
{
    const struct wgc_report_cause *cause = maker->cause_of[result - maker->record->result];
    size_t count = 0;

    for (size_t i = 0; i < maker->points->count; i++) {
        const struct wgc_result *other = maker->points->item[i].result;
        count += maker->cause_of[other - maker->record->result] == cause;
    }
    return count < WGC_JUNIT_SEPARATE;
}

static bool add(const struct maker *maker, const struct wgc_result *result)
{
    struct wgc_junit_points *points = maker->points;
    struct wgc_buf name = {0};

    put_name(&name, maker, result);
    bool bad = name.size > 0 && result->state != WGC_STATE_SKIP && result->state != WGC_STATE_PASS;
    if (bad && stays_separate(maker, result)) {
        wgc_buf_free(&name);
    }
    for (size_t i = 0; name.size > 0 && !name.failed && i < points->count; i++) {
        struct wgc_junit_point *point = &points->item[i];
        if (point->name != NULL && strcmp(point->name, name.data) == 0) {
            point->cases++;
            point->seconds += result->seconds;
            wgc_buf_free(&name);
            return true;
        }
    }
    points->item[points->count++] = (struct wgc_junit_point){
        .result = result, .name = name.data, .cases = 1, .seconds = result->seconds};
    return !name.failed;
}

enum wgc_status wgc_junit_points_make(const struct wgc_suite *suite,
                                      const struct wgc_record *record,
                                      const struct wgc_report_cause *const *cause_of,
                                      enum wgc_junit_merge merge, struct wgc_junit_points *points,
                                      struct wgc_err *err)
{
    const struct maker maker = {record, cause_of, merge, points};

    *points = (struct wgc_junit_points){.item = calloc(suite->count + 1, sizeof *points->item)};
    bool whole = points->item != NULL;
    for (size_t i = 0; whole && i < suite->count; i++) {
        whole = add(&maker, suite->result[i]);
    }
    for (size_t i = 0; whole && i < points->count; i++) {
        if (points->item[i].cases == 1) { /* nothing was merged into it */
            free(points->item[i].name);
            points->item[i].name = NULL;
        }
    }
    if (!whole) {
        wgc_junit_points_free(points);
        return wgc_err_memory(err, "the testcases of JUnit");
    }
    return WGC_OK;
}

void wgc_junit_points_free(struct wgc_junit_points *points)
{
    for (size_t i = 0; points->item != NULL && i < points->count; i++) {
        free(points->item[i].name);
    }
    free(points->item);
    *points = (struct wgc_junit_points){0};
}
