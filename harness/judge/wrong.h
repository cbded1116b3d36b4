/* In which way a value is wrong. Pure. */
#ifndef WGC_JUDGE_WRONG_H
#define WGC_JUDGE_WRONG_H

#include <stddef.h>

#include "judge/judge.h"

enum wgc_wrong_kind {
    WGC_WRONG_OTHER, /* no wrong value: the mismatch has words for it */
    WGC_WRONG_VALUE,
    WGC_WRONG_NOT_WRITTEN,
    WGC_WRONG_NAN,       /* NaN where a number is expected */
    WGC_WRONG_NO_NAN,    /* a number where NaN is expected */
    WGC_WRONG_FLUSHED,   /* zero where a subnormal number is expected */
    WGC_WRONG_ZERO_SIGN, /* the other zero */
    WGC_WRONG_INEXACT,   /* near, but outside the tolerance */
    WGC_WRONG_KIND_COUNT
};

/* The kind as a word of reports and of signatures, the same from version to version. */
const char *wgc_wrong_name(enum wgc_wrong_kind kind);
/* The kind with that name; OTHER for NULL and for an unknown one. */
enum wgc_wrong_kind wgc_wrong_by_name(const char *name);

/* The kind of a wrong number of a floating-point type. */
enum wgc_wrong_kind wgc_wrong_number(enum wgc_type type, double expected, double actual);

/* The kind of the wrong item i, which was written. */
enum wgc_wrong_kind wgc_wrong_item(const struct wgc_expectation *expectation, const void *actual,
                                   size_t i);

#endif
