/* The end of a run as text: the table function x type, the failures, and the totals. Pure. */
#ifndef WGC_REPORTS_SUMMARY_H
#define WGC_REPORTS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "causes/causes.h"
#include "record/record.h"

/* The least screen: what does not fit is folded into counts. */
enum { WGC_SCREEN_ROWS = 24, WGC_SCREEN_COLUMNS = 80 };

/* The columns of a file or pipe, whose lines do not wrap. */
enum { WGC_FILE_COLUMNS = 200 };

struct wgc_summary_style {
    bool color;
    bool verbose;         /* every failing case, and every row of the table */
    size_t failure_limit; /* at most so many causes are described */
    size_t rows;          /* of a screen, at most; 0: any number, each cause in full */
    size_t columns;       /* of the screen; 0: WGC_SCREEN_COLUMNS */
    const char *report; /* the file of the JSON report, for the commands that follow; NULL: none */
    const char *cause;  /* only the one with this id; NULL: all */
};

/*
 * Appends the missing features, the table, the skips and the failures, in this order, in at most
 * style->rows rows: the causes first, then the waivers, the table and the skips get the room that
 * is left.
 */
void wgc_summary_put(const struct wgc_record *record, const struct wgc_summary_style *style,
                     struct wgc_buf *out);

/*
 * Appends the table: a row for each function, a column for each type, "passed/run" in each cell.
 * Unless verbose is set, rows in which nothing failed (waived or not) are only counted; of too many
 * others, those with the fewest failures too. One row: the counts alone.
 */
void wgc_summary_table(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out);
/*
 * Appends a line for each waiver that covered failures, or a line that counts them; then the causes
 * of failures (causes/causes.h) and what to run next. In full, a cause has its
 * example, the failure of that case, the rule that it breaks and the command that reruns it. With a
 * limit of rows up to failure_limit causes have their example, the others a sentence. Before them,
 * with verbose, every failing case.
 */
void wgc_summary_causes(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out);
/* Appends the letters of a line that names a cause while a run continues: A to Z for 1 to 26, then
 * AA. Causes at the end have numbers. */
void wgc_summary_letters(size_t number, struct wgc_buf *out);

/* Appends a cause that is new during a run, in the words of the end: "work_group_all: false instead
 * of true (c.work_group_all.int.4.plain)". The reason of a check is shortened to a row or two of
 * columns.
 */
void wgc_summary_new_cause(const struct wgc_report_cause *cause, size_t columns,
                           struct wgc_buf *out);

/* Appends what a command is for, and the command, in rows of a terminal of style->columns that end
 * with a backslash between two of its words; it is freed. */
void wgc_summary_command(const char *purpose, struct wgc_buf *command,
                         const struct wgc_summary_style *style, struct wgc_buf *out);

/* Appends a line with the missing features of the device (reports/skips.h); nothing where it has
 * all. */
void wgc_summary_lack(const struct wgc_record *record, const struct wgc_summary_style *style,
                      struct wgc_buf *out);
/* Whether the text is for a screen: a file or pipe has WGC_FILE_COLUMNS. */
bool wgc_summary_is_screen(const struct wgc_summary_style *style);

/* Whether the causes end with commands (reports/parts.h), which name the report and show all
 * skips. */
bool wgc_summary_has_steps(const struct wgc_record *record, const struct wgc_summary_style *style);

/* Appends how many cases were skipped, by reason; in one row, the most frequent one. */
void wgc_summary_skips(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out);
/* Appends why cases of the record did not run, if there are some: a line for each reason. */
void wgc_summary_not_run(const struct wgc_record *record, struct wgc_buf *out);
/* Appends one line: the device, its platform and the driver's version; nothing where the record has
 * no device. */
void wgc_summary_device(const struct wgc_record *record, struct wgc_buf *out);
/* Appends one line: how many cases are in each state. */
void wgc_summary_totals(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out);

/* Appends text, which has no colours, and end, in which no row ends, in rows of the style's columns
 * that end at blanks: the first one has indent columns already, the others begin with as many
 * blanks. The last row has no end of a line. */
void wgc_screen_wrap(struct wgc_buf *out, const char *text, const char *end, size_t indent,
                     const struct wgc_summary_style *style);

/* Appends text in columns columns: what is too long ends after a part ("; and more") or a word. */
void wgc_screen_whole(struct wgc_buf *out, const char *text, size_t columns);

/* How many rows of the style's columns the text takes, whose lines are complete. */
size_t wgc_screen_rows(const struct wgc_buf *text, const struct wgc_summary_style *style);

#endif
