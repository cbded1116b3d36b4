/*
 * The testcases of a JUnit testsuite. A report of many cases has more XML elements and attributes
 * than CI servers accept; then cases of a suite with the same outcome are one testcase: first
 * skips, then passes, then failures.
 */
#ifndef WGC_REPORTS_JUNIT_POINTS_H
#define WGC_REPORTS_JUNIT_POINTS_H

#include <stddef.h>

#include "base/err.h"
#include "record/record.h"
#include "causes/causes.h"
#include "record/suites.h"

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

#endif
