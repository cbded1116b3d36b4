#include <stdlib.h>
#include <string.h>

#include "compare/parts.h"
#include "waivers/waivers.h"

static const char *version_of(const struct wgc_record *record)
{
    const char *version = record->device.driver_version;

    return version == NULL || version[0] == '\0' ? "unknown version" : version;
}

/* Keeps the order of equal versions. */
static void sort_by_version(struct wgc_history_report *report, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct wgc_history_report moved = report[i];
        size_t place = i;
        while (place > 0 && wgc_version_compare(version_of(report[place - 1].record),
                                                version_of(moved.record)) > 0) {
            report[place] = report[place - 1];
            place--;
        }
        report[place] = moved;
    }
}

/* The number of earlier reports of the same version. */
static size_t earlier(const struct wgc_history_report *report, size_t i)
{
    size_t number = 0;

    for (size_t j = 0; j < i; j++) {
        number += strcmp(version_of(report[j].record), version_of(report[i].record)) == 0;
    }
    return number;
}

static char *label_of(const struct wgc_history_report *report, size_t i)
{
    struct wgc_buf text = {0};
    const size_t number = earlier(report, i);

    wgc_buf_text(&text, version_of(report[i].record));
    if (number > 0) {
        wgc_buf_printf(&text, " (%zu)", number + 1);
    }
    if (text.failed) {
        wgc_buf_free(&text);
    }
    return text.data;
}

static void count_results(struct wgc_history_report *report)
{
    for (size_t i = 0; i < report->record->result_count; i++) {
        const enum wgc_state state = report->record->result[i].state;
        report->ran += state != WGC_STATE_SKIP;
        report->failing += wgc_state_is_bad(state) || state == WGC_STATE_WAIVED;
    }
}

static enum wgc_status check(struct wgc_record *const *record, size_t count,
                             const char *const *label, struct wgc_err *err)
{
    for (size_t i = 0; i < count; i++) {
        if (record[i]->explore != NULL) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "report %zu is of explore: its programs do not compare", i + 1);
        }
        for (size_t j = 0; label != NULL && j < i; j++) {
            if (strcmp(label[i], label[j]) == 0) {
                return wgc_err_set(err, WGC_ERR_INPUT, "two reports have the label \"%s\"",
                                   label[i]);
            }
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_history_reports_make(struct wgc_record *const *record, size_t count,
                                         const char *const *label, struct wgc_history *history,
                                         struct wgc_err *err)
{
    if (check(record, count, label, err) != WGC_OK) {
        return err->status;
    }
    struct wgc_history_report *report = calloc(count + 1, sizeof *report);
    if (report == NULL) {
        return wgc_err_memory(err, "the history");
    }
    history->report = report;
    history->report_count = count;
    for (size_t i = 0; i < count; i++) {
        report[i].record = record[i];
        count_results(&report[i]);
    }
    if (label == NULL) {
        sort_by_version(report, count);
    }
    for (size_t i = 0; i < count; i++) {
        report[i].label = label == NULL ? label_of(report, i) : strdup(label[i]);
        if (report[i].label == NULL) {
            return wgc_err_memory(err, "the history");
        }
    }
    return WGC_OK;
}
