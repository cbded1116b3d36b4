/*
 * The report as JUnit XML, in the one layout that both the windyroad and the Jenkins (junit-10)
 * schemas accept: a testsuite a function, a testcase a case, no attribute or element that one of
 * the two refuses.
 */
#ifndef WGC_REPORTS_JUNIT_H
#define WGC_REPORTS_JUNIT_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends the document. fail, unexpected_pass and flaky are failures; crash, timeout, build_error
 * and error are errors; skip and waived are skipped, whose message has the state. A failure's
 * text begins with the command that reruns the case, which is in the suite's system-out too. The
 * causes are properties of the suites that have their cases. Characters that XML forbids are
 * spelled out (U+001B), ANSI sequences are removed. An incomplete report gets a suite "wgconform"
 * with one case in error.
 *
 * A case that was retried has the attempts that failed as flakyFailure where it passed in the end,
 * else those after the first as rerunFailure; only junit-10 knows these two.
 *
 * A report of more than 245,000 elements and attributes, or of 29 MB, is more than CI servers
 * accept: then cases with the same outcome are one testcase (reports/junit_points.h), whose message
 * has their number.
 */
enum wgc_status wgc_junit_put(struct wgc_buf *out, const struct wgc_record *record,
                              struct wgc_err *err);

#endif
