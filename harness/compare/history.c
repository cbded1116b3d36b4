#include "compare/history.h"

#include <stdlib.h>
#include <string.h>

#include "compare/parts.h"
#include "waivers/waivers.h"

/* A result of all reports: its case, its report and its cause. */
struct entry {
    const struct wgc_result *result;
    size_t report;
    const struct wgc_report_cause *cause; /* NULL: none */
};

static int by_name(const void *a, const void *b)
{
    const struct entry *left = a;
    const struct entry *right = b;
    int order = strcmp(left->result->name, right->result->name);

    return order != 0 ? order : (left->report > right->report) - (left->report < right->report);
}

static void count_result(struct wgc_history_cell *cell, const struct entry *entry,
                         const struct wgc_report_cause *cause)
{
    if (entry == NULL || entry->result->state == WGC_STATE_SKIP) {
        cell->not_run++;
    } else if (entry->cause == cause) {
        cell->failing++;
    } else if (entry->cause != NULL) {
        cell->other++;
    } else {
        cell->passed++;
    }
}

/* Counts the results of one case in the row of a cause. */
static void count_case(struct wgc_history *history, const struct entry *entry, size_t count,
                       const struct wgc_report_cause *cause)
{
    struct wgc_history_row *row = &history->row[cause - history->causes.cause];
    size_t next = 0;

    row->cases++;
    for (size_t i = 0; i < history->report_count; i++) {
        const bool has = next < count && entry[next].report == i;
        count_result(&row->cell[i], has ? &entry[next] : NULL, cause);
        next += has;
    }
}

static bool is_first(const struct entry *entry, size_t i)
{
    bool first = true;

    for (size_t j = 0; first && j < i; j++) {
        first = entry[j].cause != entry[i].cause;
    }
    return first;
}

/* Fills the counts of the cells from entries sorted by name. */
static void count_cases(struct wgc_history *history, const struct entry *entry, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && strcmp(entry[end].result->name, entry[i].result->name) == 0) {
            end++;
        }
        for (size_t j = i; j < end; j++) {
            if (entry[j].cause != NULL && is_first(entry + i, j - i)) {
                count_case(history, entry + i, end - i, entry[j].cause);
            }
        }
        i = end;
    }
}

static enum wgc_presence presence_of(const struct wgc_history_cell *cell)
{
    return cell->failing > 0  ? WGC_PRESENCE_FAILS
           : cell->other > 0  ? WGC_PRESENCE_OTHER
           : cell->passed > 0 ? WGC_PRESENCE_PASSES
                              : WGC_PRESENCE_NOT_RUN;
}

/* Notes a change at report i from what report `last` has. */
static void note_change(struct wgc_history_row *row, size_t i, size_t last)
{
    const bool fails = row->cell[i].presence == WGC_PRESENCE_FAILS;
    struct wgc_history_change *change = fails ? &row->introduced : &row->fixed;

    *change = (struct wgc_history_change){.is_set = true, .in = i, .after = last};
}

static void find_trend(struct wgc_history_row *row, size_t reports)
{
    size_t last = reports; /* none */
    size_t changes = 0;
    size_t counted = 0;
    bool fails_first = false;

    for (size_t i = 0; i < reports; i++) {
        const enum wgc_presence presence = row->cell[i].presence;
        if (presence != WGC_PRESENCE_FAILS && presence != WGC_PRESENCE_PASSES) {
            continue;
        }
        if (last == reports) {
            fails_first = presence == WGC_PRESENCE_FAILS;
        } else if (presence != row->cell[last].presence) {
            note_change(row, i, last);
            changes++;
        }
        last = i;
        counted++;
    }
    row->trend = changes == 0 && counted == reports ? WGC_TREND_ALWAYS
                 : changes == 0                     ? WGC_TREND_UNKNOWN
                 : changes == 1 && fails_first      ? WGC_TREND_FIXED
                 : changes == 1                     ? WGC_TREND_INTRODUCED
                 : changes == 2 && !fails_first     ? WGC_TREND_PAST
                                                    : WGC_TREND_INTERMITTENT;
    if (row->trend == WGC_TREND_INTERMITTENT) {
        row->introduced.is_set = row->fixed.is_set = false;
    }
}

/* One record with a copy of each result, whose parts stay those of the reports. */
static bool join(struct wgc_history *history, struct entry **entries)
{
    struct wgc_record *all = calloc(1, sizeof *all);
    size_t count = 0;

    for (size_t i = 0; i < history->report_count; i++) {
        count += history->report[i].record->result_count;
    }
    *entries = calloc(count + 1, sizeof **entries);
    history->all = all;
    if (all == NULL || *entries == NULL) {
        return false;
    }
    all->result = calloc(count + 1, sizeof *all->result);
    for (size_t i = 0; all->result != NULL && i < history->report_count; i++) {
        const struct wgc_record *record = history->report[i].record;
        for (size_t j = 0; j < record->result_count; j++) {
            (*entries)[all->result_count].report = i;
            all->result[all->result_count++] = record->result[j];
        }
    }
    return all->result != NULL;
}

static bool make_rows(struct wgc_history *history, struct entry *entry)
{
    const struct wgc_report_cause **cause_of = wgc_causes_by_result(&history->causes, history->all);
    const size_t count = history->all->result_count;

    history->row_count = history->causes.count;
    history->row = calloc(history->row_count + 1, sizeof *history->row);
    history->cell = calloc(history->row_count * history->report_count + 1, sizeof *history->cell);
    if (cause_of == NULL || history->row == NULL || history->cell == NULL) {
        free(cause_of);
        return false;
    }
    for (size_t i = 0; i < history->row_count; i++) {
        history->row[i].cause = &history->causes.cause[i];
        history->row[i].cell = history->cell + i * history->report_count;
    }
    for (size_t i = 0; i < count; i++) {
        entry[i].result = &history->all->result[i];
        entry[i].cause = cause_of[i];
    }
    free(cause_of);
    qsort(entry, count, sizeof *entry, by_name);
    count_cases(history, entry, count);
    for (size_t i = 0; i < history->row_count; i++) {
        struct wgc_history_row *row = &history->row[i];
        for (size_t j = 0; j < history->report_count; j++) {
            row->cell[j].presence = presence_of(&row->cell[j]);
        }
        find_trend(row, history->report_count);
    }
    return true;
}

/* A result whose state without its waiver is unknown stays as it is. */
static enum wgc_status undo_waivers(struct wgc_record *record, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status != WGC_ERR_MEMORY && i < record->result_count; i++) {
        status = wgc_waivers_undo(&record->result[i], err);
    }
    return status == WGC_ERR_MEMORY ? status : WGC_OK;
}

enum wgc_status wgc_history_make(struct wgc_record *const *record, size_t count,
                                 const char *const *label, struct wgc_history *history,
                                 struct wgc_err *err)
{
    struct entry *entry = NULL;
    enum wgc_status status = WGC_OK;

    *history = (struct wgc_history){0};
    for (size_t i = 0; status == WGC_OK && i < count; i++) {
        status = undo_waivers(record[i], err);
    }
    if (status == WGC_OK) {
        status = wgc_history_reports_make(record, count, label, history, err);
    }
    if (status == WGC_OK && !join(history, &entry)) {
        status = wgc_err_memory(err, "the history");
    }
    if (status == WGC_OK) {
        status = wgc_causes_make(history->all, &history->causes, err);
    }
    if (status == WGC_OK && !make_rows(history, entry)) {
        status = wgc_err_memory(err, "the history");
    }
    free(entry);
    if (status != WGC_OK) {
        wgc_history_free(history);
    }
    return status;
}

void wgc_history_free(struct wgc_history *history)
{
    for (size_t i = 0; i < history->report_count; i++) {
        free(history->report[i].label);
    }
    free(history->report);
    free(history->row);
    free(history->cell);
    wgc_causes_free(&history->causes);
    if (history->all != NULL) {
        free(history->all->result);
        free(history->all);
    }
    *history = (struct wgc_history){0};
}
