/*
 * Reports of several versions of a driver: which cause of failures (causes/causes.h) is present in
 * which report. The causes are made of the results of all reports together, so that a cause is one
 * row, whichever forms fail in a version. Waivers do not count: a waived failure is a failure, an
 * unexpected pass is a pass. Pure.
 */
#ifndef WGC_COMPARE_HISTORY_H
#define WGC_COMPARE_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "causes/causes.h"
#include "record/record.h"

struct wgc_history_report {
    const struct wgc_record *record;
    char *label;    /* that of the caller, or the driver's version; different from every other */
    size_t ran;     /* cases that were not skipped */
    size_t failing; /* of these */
};

/* A cause in a report. The report's results of the cases that have the cause in any report decide.
 */
enum wgc_presence {
    WGC_PRESENCE_FAILS,   /* some of these cases have the cause */
    WGC_PRESENCE_PASSES,  /* none fails, and some pass */
    WGC_PRESENCE_OTHER,   /* none has the cause, but some fail in another way */
    WGC_PRESENCE_NOT_RUN, /* all were skipped, or the report does not have them */
    WGC_PRESENCE_COUNT
};

struct wgc_history_cell {
    enum wgc_presence presence;
    size_t failing; /* cases with the cause */
    size_t passed, other, not_run;
};

/* A cause over the reports in their order, of which only FAILS and PASSES count. */
enum wgc_trend {
    WGC_TREND_ALWAYS,       /* it fails in each report */
    WGC_TREND_UNKNOWN,      /* it fails in each that counts, but some do not count */
    WGC_TREND_INTRODUCED,   /* it passes, then it fails */
    WGC_TREND_FIXED,        /* it fails, then it passes */
    WGC_TREND_PAST,         /* it passes, then it fails, then it passes */
    WGC_TREND_INTERMITTENT, /* it changes more often, or comes back */
    WGC_TREND_COUNT
};

/* Where a row changes: in the report `in`, after the report `after`, both by their places. Reports
 * between them do not count. */
struct wgc_history_change {
    bool is_set;
    size_t in, after;
};

struct wgc_history_row {
    const struct wgc_report_cause *cause;
    struct wgc_history_cell *cell; /* one for each report */
    size_t cases;                  /* that have the cause in any report */
    enum wgc_trend trend;
    struct wgc_history_change introduced; /* of INTRODUCED and PAST */
    struct wgc_history_change fixed;      /* of FIXED and PAST */
};

struct wgc_history {
    struct wgc_history_report *report;
    size_t report_count;
    struct wgc_history_row *row; /* in the order of causes */
    size_t row_count;
    /* what the rows point to */
    struct wgc_record *all;
    struct wgc_causes causes;
    struct wgc_history_cell *cell;
};

/*
 * label: one for each record, whose order is then that of the reports; or NULL: they are ordered by
 * the driver's version, number by number. Undoes the waivers of the records, which outlive
 * *history. A report of explore is an error of status WGC_ERR_INPUT, as are equal labels. On
 * success *history is freed with wgc_history_free.
 */
enum wgc_status wgc_history_make(struct wgc_record *const *record, size_t count,
                                 const char *const *label, struct wgc_history *history,
                                 struct wgc_err *err);
void wgc_history_free(struct wgc_history *history);

/* "fails", "passes", "other", "not_run". */
const char *wgc_presence_name(enum wgc_presence presence);
/* "always", "unknown", "introduced", "fixed", "past", "intermittent". */
const char *wgc_trend_name(enum wgc_trend trend);

struct wgc_history_style {
    bool color;
    bool verbose; /* ids, functions and types of the causes */
};

/* Each appends the table: as text for a terminal, as JSON (schemas/history.schema.json), and as an
 * HTML page without scripts. */
void wgc_history_text_put(struct wgc_buf *out, const struct wgc_history *history,
                          const struct wgc_history_style *style);
void wgc_history_json_put(struct wgc_buf *out, const struct wgc_history *history);
void wgc_history_html_put(struct wgc_buf *out, const struct wgc_history *history);

/* Appends "introduced in VERSION, fixed in VERSION", or whether it is always there. Where a report
 * between does not count: "introduced after VERSION, by VERSION". */
void wgc_history_trend_put(struct wgc_buf *out, const struct wgc_history *history,
                           const struct wgc_history_row *row);

#endif
