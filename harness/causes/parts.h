/* What the modules of this folder share. Pure. */
#ifndef WGC_CAUSES_PARTS_H
#define WGC_CAUSES_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "record/mismatch.h"

/* ---- example.c: Which of two failing cases is the smaller example. Pure. ---- */

/*
 * The work-items of the case's work-group: the product of its SHAPE. A capability check has none;
 * the shape `max` counts as more than any number.
 */
size_t wgc_example_size(const char *name);

/* Whether the case a is smaller than b: fewer work-items, fewer dimensions, the form plain, OpenCL
 * C. */
bool wgc_example_is_smaller(const char *a, const char *b);

/* Whether the case a is easier to read than b: the form plain, then one that is built as usual;
 * fewer dimensions; OpenCL C; int, then another scalar; fewer work-items. */
bool wgc_example_is_plainer(const char *a, const char *b);

/* The case's form; "" for a capability check. */
const char *wgc_example_form(const char *name);

/* ---- general_line.c: A line of a driver's log without the parts that differ from case to case.
 * Pure. ---- */

struct wgc_general_line {
    bool of_case; /* of a case of the suite; not of a program of explore, whose ids waivers have */
    bool numbers; /* keep numbers */
    bool names;   /* keep the names of functions and kernels */
};

/*
 * Appends the general form of a line: paths lose their folders, addresses become "#"; the function
 * that a compiler's pass ran on is removed. Without numbers, every number becomes "#". Without
 * names, a word that contains "wgc_" becomes "<kernel>". The text is fit for XML and terminals.
 *
 * Of a case, the C library's messages about a spoilt heap are one. Without names, a mangled name is
 * that of its function, and a function of the suite becomes "<function>"; in a line about a missing
 * symbol "<function of FEATURE>": what a library lacks, it mostly lacks by extension.
 */
void wgc_general_line(struct wgc_buf *out, const char *line, struct wgc_general_line what);

/* The feature of the first function of the suite in a line about a missing symbol; NULL: the line
 * is about none. */
const char *wgc_missing_function(const char *line);

/* ---- wrong.c: What a mismatch shows about its cause. Pure. ---- */

enum wgc_wrong_extent {
    WGC_EXTENT_UNKNOWN, /* the mismatch lists no items */
    WGC_EXTENT_ALL,     /* every item listed of the first wrong group */
    WGC_EXTENT_SOME
};

struct wgc_wrong {
    enum wgc_wrong_kind kind;
    enum wgc_wrong_extent extent;
    enum wgc_damage damage; /* of the kind VALUE; else UNKNOWN */
    bool nan_operands;      /* the data have NaN among other values */
    bool truth;             /* the values are true or false */
    bool expected;          /* of truth: the expected value of the first wrong item */
};

struct wgc_wrong wgc_wrong_of(const struct wgc_record_mismatch *mismatch);

#endif
