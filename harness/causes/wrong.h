/* Classifies a mismatch by its texts. Pure. */
#ifndef WGC_CAUSES_WRONG_H
#define WGC_CAUSES_WRONG_H

#include <stdbool.h>
#include <stddef.h>

#include "record/mismatch.h"

enum wgc_wrong_kind {
    WGC_WRONG_OTHER, /* none of the next: see the judge's own words */
    WGC_WRONG_VALUE,
    WGC_WRONG_NOT_WRITTEN,
    WGC_WRONG_NAN,       /* NaN where a number is expected */
    WGC_WRONG_NO_NAN,    /* a number where NaN is expected */
    WGC_WRONG_FLUSHED,   /* zero where a subnormal number is expected */
    WGC_WRONG_ZERO_SIGN, /* the other zero */
    WGC_WRONG_INEXACT,   /* near, but outside the tolerance */
    WGC_WRONG_KIND_COUNT
};

enum wgc_wrong_extent {
    WGC_EXTENT_UNKNOWN, /* the mismatch lists no items */
    WGC_EXTENT_ALL,     /* every item listed of the first wrong group */
    WGC_EXTENT_SOME
};

struct wgc_wrong {
    enum wgc_wrong_kind kind;
    enum wgc_wrong_extent extent;
    bool truth;    /* the values are true or false */
    bool expected; /* of truth: the expected value of the first wrong item */
};

/* type is the name of the case's type. */
void wgc_wrong_classify(const struct wgc_record_mismatch *mismatch, const char *type,
                        size_t type_length, struct wgc_wrong *wrong);

/* The kind as a word of a signature, the same from version to version. */
const char *wgc_wrong_name(enum wgc_wrong_kind kind);

#endif
