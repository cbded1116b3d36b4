/*
 * The failing cases of a record grouped by cause: the same family of functions, the same kind of
 * failure, the same signature of what is wrong (reports/causes/signature.h). Cases of which none is
 * of the form `plain` are of a cause for each form: what fails is then what the form adds. Cases
 * that a waiver covers are causes of their own. Pure.
 */
#ifndef WGC_REPORTS_CAUSES_CAUSES_H
#define WGC_REPORTS_CAUSES_CAUSES_H

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"
#include "reports/causes/name_list.h"

struct wgc_report_cause {
    char *id;    /* the same from run to run; unique in a record: "work_group_all-fail-1a2b3c4d" */
    char *title; /* one line for people */
    enum wgc_state state;             /* of each of its cases: a bad one, or WAIVED */
    enum wgc_state failure;           /* the same, but for waived cases what was waived */
    const struct wgc_result **result; /* in the record's order */
    size_t count;
    const struct wgc_result *example; /* the smallest: see wgc_causes_make */
    struct wgc_name_list functions;   /* "c.work_group_all" */
    struct wgc_name_list types;
    struct wgc_name_list forms;
    const char *waiver; /* the waiver's id; NULL: none */
    char *link;         /* the waiver's link; NULL: none */
};

struct wgc_causes {
    struct wgc_report_cause *cause;
    size_t count;
    size_t bad;                       /* causes whose cases are bad; they stand first */
    const struct wgc_result **result; /* those of all causes */
};

/*
 * The record stays as it is and outlives *causes, which is freed with wgc_causes_free. What is bad
 * stands before what is waived, functions before capability checks, a cause with a smaller example
 * before others. The smallest example
 * has the fewest work-items in a work-group, then the fewest dimensions, then the form plain, then
 * OpenCL C.
 */
enum wgc_status wgc_causes_make(const struct wgc_record *record, struct wgc_causes *causes,
                                struct wgc_err *err);
void wgc_causes_free(struct wgc_causes *causes);

/* The cause of each result, by its place in the record; NULL for one that has none. The caller
 * frees the array with free. NULL without memory. */
const struct wgc_report_cause **wgc_causes_by_result(const struct wgc_causes *causes,
                                                     const struct wgc_record *record);

/* How many functions (LANGUAGE.FUNCTION, and checks as one) ran, and how many of them had a bad
 * case. */
enum wgc_status wgc_causes_functions(const struct wgc_record *record, size_t *affected, size_t *run,
                                     struct wgc_err *err);

#endif
