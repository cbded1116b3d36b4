/* The cases of a saved report that a command runs again. */
#ifndef WGC_OPTIONS_REPORT_QUERIES_H
#define WGC_OPTIONS_REPORT_QUERIES_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/* A bit for each state of a case that did not pass: bad, without the waived ones. */
unsigned wgc_states_not_passed(void);

/* "fail,crash" as bits, 1 << enum wgc_state each. An unknown word is an error of status
 * WGC_ERR_INPUT. */
enum wgc_status wgc_parse_states(const char *text, unsigned *states, struct wgc_err *err);

/* Whether the name is that of a report: .json or .json.gz. */
bool wgc_is_report_name(const char *path);

/*
 * Appends a line with its name for each case in one of the states; only those of a cause, unless
 * cause is NULL. Findings about several cases and programs of explore have no name that a run can
 * select, and are left out. An id that no cause has, and a report without a case in them, are
 * errors of status WGC_ERR_INPUT that do not name the report.
 */
enum wgc_status wgc_report_queries_put(struct wgc_buf *out, const struct wgc_record *record,
                                       unsigned states, const char *cause, struct wgc_err *err);

/* The example of a cause, given by its number or its id; NULL: of the only cause. Another id,
 * and no cause or several without an id, are errors of status WGC_ERR_INPUT. The result is
 * the record's. */
enum wgc_status wgc_report_example(const struct wgc_record *record, const char *cause,
                                   const struct wgc_result **example, struct wgc_err *err);

/* Appends the id of a cause, given by its number or its id. Another one is an error of status
 * WGC_ERR_INPUT. */
enum wgc_status wgc_report_cause_id(const struct wgc_record *record, const char *cause,
                                    struct wgc_buf *id, struct wgc_err *err);

/* wgc_report_queries_put of a file, with the states that did not pass; errors name it. */
enum wgc_status wgc_report_queries_read(const char *path, struct wgc_buf *out, struct wgc_err *err);

#endif
