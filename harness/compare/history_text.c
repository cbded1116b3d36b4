#include <stdio.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "compare/history.h"
#include "reports/detail.h"

enum { WIDTH = 7, PLACE_SIZE = 32 };

static const char *const presences[WGC_PRESENCE_COUNT] = {
    [WGC_PRESENCE_FAILS] = "fails",
    [WGC_PRESENCE_PASSES] = "passes",
    [WGC_PRESENCE_OTHER] = "other",
    [WGC_PRESENCE_NOT_RUN] = "not_run",
};

static const char *const trends[WGC_TREND_COUNT] = {
    [WGC_TREND_ALWAYS] = "always",
    [WGC_TREND_UNKNOWN] = "unknown",
    [WGC_TREND_INTRODUCED] = "introduced",
    [WGC_TREND_FIXED] = "fixed",
    [WGC_TREND_PAST] = "past",
    [WGC_TREND_INTERMITTENT] = "intermittent",
};

/* For people. */
static const char *const words[WGC_TREND_COUNT] = {
    [WGC_TREND_ALWAYS] = "always",
    [WGC_TREND_UNKNOWN] = "no change seen",
    [WGC_TREND_INTRODUCED] = "introduced",
    [WGC_TREND_FIXED] = "fixed",
    [WGC_TREND_PAST] = "introduced and fixed",
    [WGC_TREND_INTERMITTENT] = "intermittent",
};

const char *wgc_presence_name(enum wgc_presence presence)
{
    return presences[presence];
}

const char *wgc_trend_name(enum wgc_trend trend)
{
    return trends[trend];
}

/* "introduced in B", or "introduced after A, by C" where nothing is known of B between them. */
static void put_change(struct wgc_buf *out, const struct wgc_history *history, const char *word,
                       const struct wgc_history_change *change)
{
    wgc_buf_text(out, word);
    if (change->after + 1 < change->in) {
        wgc_buf_text(out, " after ");
        wgc_report_text(out, history->report[change->after].label);
        wgc_buf_text(out, ", by ");
    } else {
        wgc_buf_text(out, " in ");
    }
    wgc_report_text(out, history->report[change->in].label);
}

void wgc_history_trend_put(struct wgc_buf *out, const struct wgc_history *history,
                           const struct wgc_history_row *row)
{
    if (row->introduced.is_set) {
        put_change(out, history, "introduced", &row->introduced);
    }
    if (row->fixed.is_set) {
        put_change(out, history, row->introduced.is_set ? ", fixed" : "fixed", &row->fixed);
    }
    if (!row->introduced.is_set && !row->fixed.is_set) {
        wgc_buf_text(out, words[row->trend]);
    }
}

static void put_reports(struct wgc_buf *out, const struct wgc_history *history)
{
    for (size_t i = 0; i < history->report_count; i++) {
        const struct wgc_history_report *report = &history->report[i];
        wgc_buf_printf(out, "[%zu] ", i + 1);
        wgc_report_text(out, report->label);
        wgc_buf_printf(out, ": %zu case%s ran, %zu failed; ", report->ran, wgc_plural(report->ran),
                       report->failing);
        wgc_detail_origin(out, report->record);
        wgc_buf_text(out, report->record->complete ? "\n" : "; cut short\n");
    }
}

static void put_cell(struct wgc_buf *out, const struct wgc_history_cell *cell,
                     const struct wgc_history_style *style)
{
    static const char *const signs[WGC_PRESENCE_COUNT] = {
        [WGC_PRESENCE_PASSES] = ".",
        [WGC_PRESENCE_OTHER] = "x",
        [WGC_PRESENCE_NOT_RUN] = "-",
    };

    if (cell->presence != WGC_PRESENCE_FAILS) {
        wgc_buf_printf(out, "%*s", WIDTH, signs[cell->presence]);
        return;
    }
    wgc_buf_printf(out, "%s%*zu%s", style->color ? "\033[31m" : "", WIDTH, cell->failing,
                   style->color ? "\033[0m" : "");
}

static void put_names(struct wgc_buf *out, const struct wgc_name_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "" : ", ", list->name[i]);
    }
    wgc_buf_char(out, '\n');
}

/* The line of a cause, and below it what identifies the cause. */
static void put_row(struct wgc_buf *out, const struct wgc_history *history,
                    const struct wgc_history_row *row, const struct wgc_history_style *style)
{
    for (size_t i = 0; i < history->report_count; i++) {
        put_cell(out, &row->cell[i], style);
    }
    wgc_buf_printf(out, "  %s\n", row->cause->title);
    const int margin = (int)history->report_count * WIDTH + 4;
    wgc_buf_printf(out, "%*s", margin, "");
    wgc_history_trend_put(out, history, row);
    wgc_buf_printf(out, "; example: %s\n", row->cause->example->name);
    if (style->verbose) {
        wgc_buf_printf(out, "%*sid: %s\n%*sfunctions: ", margin, "", row->cause->id, margin, "");
        put_names(out, &row->cause->functions);
    }
}

void wgc_history_text_put(struct wgc_buf *out, const struct wgc_history *history,
                          const struct wgc_history_style *style)
{
    put_reports(out, history);
    if (history->row_count == 0) {
        wgc_buf_text(out, "\nno case failed\n");
        return;
    }
    wgc_buf_text(out,
                 "\nfailing cases of each cause; . passes, x fails in another way, - not run\n\n");
    for (size_t i = 0; i < history->report_count; i++) {
        char place[PLACE_SIZE];
        (void)snprintf(place, sizeof place, "[%zu]", i + 1);
        wgc_buf_printf(out, "%*s", WIDTH, place);
    }
    wgc_buf_text(out, "  cause\n");
    for (size_t i = 0; i < history->row_count; i++) {
        put_row(out, history, &history->row[i], style);
    }
    size_t count[WGC_TREND_COUNT] = {0};
    for (size_t i = 0; i < history->row_count; i++) {
        count[history->row[i].trend]++;
    }
    wgc_buf_printf(out, "\n%zu cause%s", history->row_count, wgc_plural(history->row_count));
    for (int trend = 0; trend < WGC_TREND_COUNT; trend++) {
        if (count[trend] > 0) {
            wgc_buf_printf(out, ", %zu %s", count[trend], words[trend]);
        }
    }
    wgc_buf_char(out, '\n');
}
