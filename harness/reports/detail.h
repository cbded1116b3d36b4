/* What a report says in words of one case: how to run it again, and what went wrong. */
#ifndef WGC_REPORTS_DETAIL_H
#define WGC_REPORTS_DETAIL_H

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends the command line, without a newline, that runs the case of that name again as this run
 * did: environment, program, device by its names, implementation, profile and seed where they are
 * not the defaults. A case query.shared_* needs the whole run, so there it is the run's own command
 * without its reports. Quoted for a shell.
 */
void wgc_detail_rerun(struct wgc_buf *out, const struct wgc_record *record, const char *name);

/*
 * Appends one line without a newline that tells a run from others: device, driver, program,
 * profile, seed and when it began. What the record does not have is left out.
 */
void wgc_detail_origin(struct wgc_buf *out, const struct wgc_record *record);

/*
 * Appends one line without a newline: the reason's first line (1000 bytes of it), or the first
 * mismatch, or the state; with the waiver's id where there is one. Fit for XML and terminals
 * (reports/report_text.h).
 */
void wgc_detail_line(struct wgc_buf *out, const struct wgc_result *result);

/*
 * Appends all that is known of a result, in lines: reason, signal, waiver, attempts, the first
 * mismatch with its values, the build log. Fit for XML and terminals.
 */
void wgc_detail_text(struct wgc_buf *out, const struct wgc_result *result);

#endif
