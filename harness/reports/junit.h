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
 * Appends the document. fail and unexpected_pass are failures; crash, timeout, build_error, flaky
 * and error are errors; skip and waived are skipped, with a message that tells which. Characters
 * that XML forbids are spelled out (U+001B), ANSI sequences taken away. The command that runs each
 * bad case again stands in the suite's system-out. A report that is not complete gets a suite
 * "wgconform" with one case in error that says so.
 */
enum wgc_status wgc_junit_put(struct wgc_buf *out, const struct wgc_record *record,
                              struct wgc_err *err);

#endif
