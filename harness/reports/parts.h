/* What the modules of this folder share: the formats that outputs.h writes, and their parts. Pure.
 */
#ifndef WGC_REPORTS_PARTS_H
#define WGC_REPORTS_PARTS_H

#include <libxml/xmlwriter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "causes/causes.h"
#include "record/record.h"
#include "record/suites.h"
#include "reports/summary.h"

/* The formats of one record (outputs.def): each appends the document. */
#define WGC_OUTPUT(id, option, put)                                                                \
    enum wgc_status put(struct wgc_buf *out, const struct wgc_record *record, struct wgc_err *err);
#define WGC_OUTPUT_OF_SEVERAL(id, option)
#include "reports/outputs.def"
#undef WGC_OUTPUT
#undef WGC_OUTPUT_OF_SEVERAL

/*
 * Reports as one HTML page that needs no other file and no network: the verdict, the causes, a
 * matrix function x type, each case with its failure, and where a report has them the audit and the
 * unadvertised functions. Several reports are shown side by side; those of one device also have a
 * history of their causes. The page's program and style are in html/, its data in
 * reports/html_data.c.
 */

/* The targets of waivers' links that are paths. */
struct wgc_html_links {
    const char *folder;               /* from the page to where the paths begin: "./", "./../" */
    bool (*exists)(const char *path); /* whether the path is a file there */
};

/*
 * Appends the page for count reports, one or more; links: NULL where the path of the page is
 * unknown. The data are a JSON object in a script element, which no text of a driver can end;
 * without scripts the page shows the totals only. A page of 58,578 cases has less than 10 MB: past
 * WGC_HTML_DETAILS_LIMIT (reports/html_data.c) cases have their state and cause alone.
 */
enum wgc_status wgc_html_put(struct wgc_buf *out, const struct wgc_record *const *record,
                             size_t count, const struct wgc_html_links *links, struct wgc_err *err);

/* ---- html_strings.c: Texts that are numbered in the order in which they first came, each once.
 * Pure. ---- */

struct wgc_html_string {
    const char *text; /* not owned, not ended by a NUL */
    size_t length;
    uint32_t hash;
};

struct wgc_html_strings {
    struct wgc_html_string *item;
    size_t count, capacity;
    size_t *slot; /* place in item and 1, by hash; slot_count is a power of two */
    size_t slot_count;
    char **made; /* texts that belong to it, NULL at the end; may be NULL */
    size_t made_count;
};

/* The number of the text, which is added if it is new: then the number is the count before. The
 * text outlives *strings. SIZE_MAX without memory. An empty *strings is all zero. */
size_t wgc_html_strings_add(struct wgc_html_strings *strings, const char *text, size_t length);

/* Appends a JSON array of the texts. */
void wgc_html_strings_put(struct wgc_buf *out, const struct wgc_html_strings *strings);

void wgc_html_strings_free(struct wgc_html_strings *strings);

/* The data of the HTML page: the shown parts of the reports, small enough for a mail. */

/*
 * The limit of the texts and values of cases, in bytes of the page, shared evenly by its reports.
 * The smallest example of each cause comes first, then the second case of each, and so on. A case
 * past the limit has name, state and cause only; left_out counts these cases. A log is truncated to
 * its limit.
 */
enum { WGC_HTML_DETAILS_LIMIT = 6 * 1000 * 1000, WGC_HTML_LOG_LIMIT = 16 * 1024 };

/*
 * Appends one JSON object:
 *
 *   states   the names of the states, in the order of their digits
 *   suites   [[LANGUAGE.FUNCTION, family], ...]; a capability check has its group and its family
 *   types    ["int", ...]; "" for a capability check
 *   tails    the ends of names from the last dot before the shape on: ".64.plain"
 *   cases    three numbers a case, places in suites, types and tails, in the order in which the
 *            reports have them
 *   texts    reasons and logs, each once
 *   reports  [{again, again_run, again_program, tool, ..., causes, states, reasons, causes_of,
 * details, left_out}]
 *
 * In a report, states has a character a case: the digit of its state, or "-" where the report does
 * not have it. reasons and causes_of are runs of equal numbers, [number, how many, ...], over the
 * cases: 0, or 1 and the place in texts or causes. Cases past the end of these are not in the
 * report. details has, by the place of a case, the other fields: mismatch, log (a place in texts),
 * cut (the whole size of a truncated log), signal, frames, attempts, waiver.
 */
enum wgc_status wgc_html_data_put(struct wgc_buf *out, const struct wgc_record *const *record,
                                  size_t count, const struct wgc_html_links *links,
                                  struct wgc_err *err);

/* Parts of the HTML page's data (reports/html_data.c). Pure, but for links that the caller looks
 * up. */

/* html_report.c: the head of a report, its causes, and the families of functions. */

/*
 * Appends the beginning of a report's object, without its end: the commands that rerun a case, the
 * properties of the run, the totals and the causes, whose functions and examples are given by their
 * places. place: of each result's case.
 */
void wgc_html_report_put(struct wgc_buf *out, const struct wgc_record *record,
                         const struct wgc_causes *causes, const size_t *place,
                         const struct wgc_html_links *links);

/* Appends [suite, family] of "LANGUAGE.FUNCTION", or of the group of a capability check. */
void wgc_html_suite_put(struct wgc_buf *out, const char *suite);

/* html_details.c: the texts and values of a report's cases. */

struct wgc_html_details {
    size_t *reason;      /* of each result: 1 and the place of its reason in the texts, or 0 */
    struct wgc_buf json; /* members of an object, named by the places of the cases */
    size_t left_out;     /* results with details that the page does not have */
};

/*
 * Adds reasons and logs to texts, which they outlive as parts of the record, and fills *details, in
 * limit bytes of JSON. cause_of: of each result, or NULL; place: of each result's case. A quarter
 * of the limit is for results without a cause: skips. False without memory; *details is freed with
 * wgc_html_details_free in any case.
 */
bool wgc_html_details_make(const struct wgc_record *record, const struct wgc_causes *causes,
                           const struct wgc_report_cause *const *cause_of, const size_t *place,
                           struct wgc_html_strings *texts, size_t limit,
                           struct wgc_html_details *details);
void wgc_html_details_free(struct wgc_html_details *details);

/*
 * The report as JUnit XML, in the one layout that both the windyroad and the Jenkins (junit-10)
 * schemas accept: a testsuite a function, a testcase a case, no attribute or element that one of
 * the two refuses.
 */

/*
 * The testcases of a JUnit testsuite. A report of many cases has more XML elements and attributes
 * than CI servers accept; then cases of a suite with the same outcome are one testcase: first
 * skips, then passes, then failures.
 */

/* The merged cases: each level adds to those before it. */
enum wgc_junit_merge {
    WGC_JUNIT_MERGE_NOTHING,
    WGC_JUNIT_MERGE_SKIPS,  /* of a type and a reason */
    WGC_JUNIT_MERGE_PASSES, /* of a type */
    WGC_JUNIT_MERGE_BAD,    /* of a cause; WGC_JUNIT_SEPARATE of each are not merged */
    WGC_JUNIT_MERGE_COUNT
};

enum { WGC_JUNIT_SEPARATE = 3 };

struct wgc_junit_point {
    const struct wgc_result *result; /* the case; of several the first */
    char *name;                      /* of several; NULL: the case's */
    size_t cases;
    double seconds; /* of all */
};

struct wgc_junit_points {
    struct wgc_junit_point *item;
    size_t count;
};

/* cause_of is of wgc_causes_by_result, for record. *points is freed with wgc_junit_points_free. */
enum wgc_status wgc_junit_points_make(const struct wgc_suite *suite,
                                      const struct wgc_record *record,
                                      const struct wgc_report_cause *const *cause_of,
                                      enum wgc_junit_merge merge, struct wgc_junit_points *points,
                                      struct wgc_err *err);
void wgc_junit_points_free(struct wgc_junit_points *points);

/* XML as JUnit's writer needs it: elements and attributes are counted, and a failure of the writer
 * is remembered. */

struct wgc_junit_xml {
    xmlTextWriterPtr writer;
    size_t objects; /* elements and attributes written */
    bool failed;
};

void wgc_junit_open(struct wgc_junit_xml *xml, const char *name);
void wgc_junit_close(struct wgc_junit_xml *xml);
void wgc_junit_attribute(struct wgc_junit_xml *xml, const char *name, const char *value);
/* value by a format of printf for a double. */
void wgc_junit_number(struct wgc_junit_xml *xml, const char *name, const char *format,
                      double value);
/* An attribute whose value was put together; frees it. */
void wgc_junit_made(struct wgc_junit_xml *xml, const char *name, struct wgc_buf *value);
/* The text as characters; nothing when it is empty. Frees it. */
void wgc_junit_characters(struct wgc_junit_xml *xml, struct wgc_buf *text);
/* A property element; the value is made fit for XML. Nothing when it is NULL. */
void wgc_junit_property(struct wgc_junit_xml *xml, const char *name, const char *value);

/* ---- summary_paint.c: Colours of the summary. ---- */

#define WGC_GREEN  "\033[32m"
#define WGC_RED    "\033[31m"
#define WGC_YELLOW "\033[33m"
#define WGC_DIM    "\033[2m"
#define WGC_BOLD   "\033[1m"
#define WGC_PLAIN  "\033[0m"

/* Appends the colour where style has colours. */
static inline void wgc_summary_paint(struct wgc_buf *out, const struct wgc_summary_style *style,
                                     const char *color)
{
    if (style->color) {
        wgc_buf_text(out, color);
    }
}

/* ---- summary_screen.c: The room on a screen. ---- */

/* Whether there is room for what helps to understand the causes. */
bool wgc_screen_is_roomy(const struct wgc_summary_style *style);

/* The columns of the style. */
size_t wgc_screen_columns(const struct wgc_summary_style *style);

/* The columns of a text without colours. */
size_t wgc_screen_width(const char *text);

/* The two parts of wgc_summary_causes. */
void wgc_summary_waived(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct wgc_summary_style *style, struct wgc_buf *out);
void wgc_summary_failures(const struct wgc_record *record, const struct wgc_causes *causes,
                          const struct wgc_summary_style *style, struct wgc_buf *out);

/* A blank at which wgc_screen_wrap does not end a row. */
#define WGC_SCREEN_NO_BREAK '\x01'

/* Appends text in columns columns: what is too long ends with "...". */
void wgc_screen_cut(struct wgc_buf *out, const char *text, size_t columns);

/* ---- summary_cause.c: One cause. ---- */

/* How much of a cause is shown. */
enum wgc_level {
    WGC_LEVEL_NONE,   /* it is counted */
    WGC_LEVEL_SHARED, /* those with the same words are one entry: the first function of each, what
                         is wrong, how many cases; of checks their names */
    WGC_LEVEL_NAME,   /* in a list of those of its kind: the first function, what is wrong, how many
                         cases; of a check its name */
    WGC_LEVEL_ENTRY,  /* and what was expected, and given; of a check its reason */
    WGC_LEVEL_BRIEF,  /* and where, and what the cases have in common */
    WGC_LEVEL_ROW, /* in a row of its own; and how many cases of the same functions pass; of a check
                      its rule */
    WGC_LEVEL_FULL /* and an example, and the rule that it breaks */
};

/* How much of each cause is shown. */
struct wgc_choice {
    size_t shown;           /* causes of level FULL */
    bool own_rows;          /* each cause of a list begins a row */
    bool shared_have_names; /* causes that share an entry have their first functions */
    enum wgc_level *level;
};

/* Appends the cause with that number in full. A form that the text names is explained,
 * unless *explained has it; it is added. */
void wgc_summary_cause(const struct wgc_record *record, const struct wgc_report_cause *cause,
                       size_t number, const struct wgc_summary_style *style,
                       struct wgc_name_list *explained, struct wgc_buf *out);

/* Appends the failure of a case, and where it crashed. */
void wgc_summary_evidence(const struct wgc_result *result, struct wgc_buf *out);

/* ---- summary_failures.c: The causes of a record. ---- */

/* Appends the causes with as much of each as chosen, and what to run next. */
void wgc_summary_choice_put(const struct wgc_record *record, const struct wgc_causes *causes,
                            const struct wgc_choice *choice, const struct wgc_summary_style *style,
                            struct wgc_buf *out);

/* ---- summary_choice.c: How much room each cause gets. ---- */

/* Appends at least one bad cause, in the rows that style has: all of them, the largest with most.
 */
void wgc_summary_chosen(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct wgc_summary_style *style, struct wgc_buf *out);

/* ---- summary_example.c: The example of a cause. ---- */

/* Appends lines: the case, what it gave, the operands, and the rule that it breaks. */
void wgc_summary_example(const struct wgc_report_cause *cause,
                         const struct wgc_summary_style *style, struct wgc_buf *out);

/* Appends "rule: every work-item of the group gets ...", of a check what must hold; nothing where
 * the suite has no sentence. */
void wgc_summary_rule(const struct wgc_report_cause *cause, struct wgc_buf *out);

/* Appends "expected 5, got 4", without other notations of a number; the initial value of an element
 * is named so where it is what is wrong. */
void wgc_summary_values(const struct wgc_record_mismatch *mismatch, bool with_actual,
                        struct wgc_buf *out);

/* ---- summary_row.c: A cause in a sentence, without its number. ---- */

/* Appends ", 4 of the same functions pass": of their cases, and of those in the same forms where
 * these are what is wrong; with their languages where the cause is of one. Nothing of a check or a
 * program. */
void wgc_summary_passes(const struct wgc_report_cause *cause, struct wgc_buf *out);

/* Appends "sub_group_ballot: wrong value, form steps (what it is) (3 cases fail, 4 of the
 * same function and form pass)". What a form is follows its name, the first time that it is named.
 * A check has its reason, as far as it fits in columns. */
void wgc_summary_row(const struct wgc_report_cause *cause, enum wgc_level level, size_t columns,
                     struct wgc_name_list *explained, struct wgc_buf *out);

/* Appends "same form as 5", "same symbol as 5", where the cause is related to an earlier one. */
void wgc_summary_relation(const struct wgc_report_cause *cause, const char *before,
                          struct wgc_buf *out);

/* Appends " [C,G]": the letters of the lines that named cases of the causes while it ran, or of the
 * first one that named a cause which had its cases then; nothing where no line did. */
void wgc_summary_lines(const struct wgc_report_cause *const *cause, size_t count,
                       struct wgc_buf *out);

/* ---- summary_list.c: Causes without a row of their own. ---- */

/* " 16. work_group_scan: crash (SIGBUS) (1) [28]; 17. ...; 3 more causes (4 cases)". */
struct wgc_cause_list {
    bool own_rows;      /* an entry does not follow another one in its row */
    size_t left, cases; /* causes that are only counted, and their cases */
};

/* Appends a cause, whose level is at most ROW, with its number; one of level ROW begins a row. */
void wgc_summary_list_add(struct wgc_cause_list *list, const struct wgc_report_cause *cause,
                          size_t number, enum wgc_level level,
                          const struct wgc_summary_style *style, struct wgc_name_list *explained,
                          struct wgc_buf *out);

/* Appends the entry of the causes at level SHARED that have the words of that one, if it is the
 * first of them: "13,18-19. result not written (5)". */
void wgc_summary_list_share(const struct wgc_cause_list *list, const struct wgc_causes *causes,
                            const struct wgc_choice *choice, size_t place,
                            const struct wgc_summary_style *style, struct wgc_buf *out);

/* Appends how many causes were only counted, ends the last row, and empties the list. */
void wgc_summary_list_end(struct wgc_cause_list *list, const struct wgc_summary_style *style,
                          struct wgc_buf *out);

/* ---- summary_next.c: What to run next. ---- */

/* Appends the commands for what a run found, each with what it does. Their cause is the first one.
 * Each is a line that a shell takes; what is
 * too long for a row has a backslash between two words, and the program then has a short name: so
 * a long path has rows once, not in each command. */
void wgc_summary_next(const struct wgc_record *record, const struct wgc_causes *causes,
                      const struct wgc_summary_style *style, struct wgc_buf *out);

/* Appends what shows all causes and skips: a command on the report, or "run with -v". */
void wgc_summary_all_causes(const struct wgc_record *record, const struct wgc_summary_style *style,
                            struct wgc_buf *out);

/* The same in few words, for what has no room before the causes: "causes, below" where the
 * commands of wgc_summary_next follow; verbose: -v is needed. */
void wgc_summary_hint(const struct wgc_record *record, const struct wgc_summary_style *style,
                      bool verbose, struct wgc_buf *out);

#endif
