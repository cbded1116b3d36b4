/*
 * A line or a few for each result, as another runner reads them while the run continues:
 * googletest's lines (deqp-runner, gtest-parallel, lit, ctest), those of piglit's tests and LAVA's
 * signals. Pure.
 *
 * In googletest, a case LANGUAGE.FUNCTION.TYPE.SHAPE.FORM is the test FORM of the suite
 * LANGUAGE.FUNCTION.TYPE.SHAPE: the full name is that of the case. A crash or a timeout is a failed
 * test: the process continues. A waived failure is a skipped test.
 */
#ifndef WGC_REPORTS_LINES_H
#define WGC_REPORTS_LINES_H

#include <stddef.h>

#include "base/buf.h"
#include "record/record.h"

enum wgc_lines {
    WGC_LINES_NONE,
    WGC_LINES_GTEST,
    WGC_LINES_PIGLIT,
    WGC_LINES_LAVA,
};

/* Orders names by suite, and within a suite by name. */
int wgc_lines_compare(const char *a, const char *b);

/* The suites among the names, which are in that order, and their tests: --gtest_list_tests. */
void wgc_lines_put_list(struct wgc_buf *out, char *const *name, size_t count);

/* Before the first result; count: the cases of the run. */
void wgc_lines_put_start(struct wgc_buf *out, enum wgc_lines lines, size_t count);
/* The result, which is final. */
void wgc_lines_put_result(struct wgc_buf *out, enum wgc_lines lines,
                          const struct wgc_result *result);
/* After the last result. */
void wgc_lines_put_end(struct wgc_buf *out, enum wgc_lines lines, const struct wgc_record *record);

#endif
