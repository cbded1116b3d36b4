/*
 * The submission details: a text of "Key: value" lines, with the keys of the form that Khronos
 * requires in addition to the results of a conformance run. The program fills in the values of the
 * report, a person the rest. Pure.
 */
#ifndef WGC_PACKAGE_DETAILS_H
#define WGC_PACKAGE_DETAILS_H

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/* The form's own name for the file. */
#define WGC_PACKAGE_DETAILS "submission_details.txt"

enum { WGC_DETAILS_LIMIT = 1024 * 1024 };

/* Appends the form with the values of the report. */
enum wgc_status wgc_details_put(struct wgc_buf *out, const struct wgc_record *record,
                                struct wgc_err *err);

/*
 * Compares a form with the report. Appends to *different a line for each field whose value differs
 * from the report's, and to *missing, which must be empty, one line with the names of the empty
 * fields.
 */
enum wgc_status wgc_details_check(const struct wgc_buf *form, const struct wgc_record *record,
                                  struct wgc_buf *different, struct wgc_buf *missing,
                                  struct wgc_err *err);

#endif
