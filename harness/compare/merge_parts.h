/*
 * Merges the parts of a report other than the verdicts: `audit` and `unadvertised`
 * (schemas/report.schema.json), as JSON text. Pure.
 */
#ifndef WGC_COMPARE_MERGE_PARTS_H
#define WGC_COMPARE_MERGE_PARTS_H

#include "base/err.h"
#include "record/record.h"

/*
 * Adds the two parts of a report to *out, which may have them; a part may be missing in both. The
 * numbers of the audit are added, its cases appended. Rows of `unadvertised` with one function and
 * type become one: its numbers are added, its answer is the first one with a case, with the example
 * and detail of the first report that has it. A part that violates the schema is an error of status
 * WGC_ERR_INPUT.
 */
enum wgc_status wgc_merge_add_parts(struct wgc_record *out, const struct wgc_record *record,
                                    struct wgc_err *err);

/* Sorts the rows of `unadvertised` in the order of the results. */
enum wgc_status wgc_merge_sort_parts(struct wgc_record *out, struct wgc_err *err);

#endif
