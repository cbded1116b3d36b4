/* Values, expectations and tolerances as text for reports. Pure. */
#ifndef WGC_JUDGE_FORMAT_H
#define WGC_JUDGE_FORMAT_H

#include <stddef.h>

#include "judge/judge.h"

enum { WGC_FORMAT_SIZE = 128 }; /* enough for every text of this module, the NUL included */

/*
 * One value, in decimal with enough digits to distinguish it from its neighbours, and in
 * hexadecimal:
 * "-3 (0xfffffffd)", "0.100000001 (0x1.99999ap-4)", "inf (0x7c00)", "-nan (0xffc00000)".
 */
void wgc_format_value(enum wgc_type type, const void *value, char buf[static WGC_FORMAT_SIZE]);

/* In mode TRUTH: whether true is expected of item i. */
bool wgc_expects_true(const struct wgc_expectation *expectation, size_t i);

/* The expected result of item i: its value; "any non-zero value" or "0" for truth; "any value" for
 * an undefined result; the middle of an interval. */
void wgc_format_expected(const struct wgc_expectation *expectation, size_t i,
                         char buf[static WGC_FORMAT_SIZE]);

/* The tolerance of item i: "exact", "exact, or flushed to zero", "any NaN", "undefined",
 * "from -1 to 1", ... */
void wgc_format_tolerance(const struct wgc_expectation *expectation, size_t i,
                          char buf[static WGC_FORMAT_SIZE]);

#endif
