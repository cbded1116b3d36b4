/* The data of the HTML page: the shown parts of the reports, small enough for a mail. */
#ifndef WGC_REPORTS_HTML_DATA_H
#define WGC_REPORTS_HTML_DATA_H

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"
#include "reports/html.h"

/*
 * The limit of the texts and values of cases, in bytes of the page, shared evenly by its reports.
 * The smallest example of each cause comes first, then the second case of each, and so on. A case
 * past the limit has name, state and cause only; left_out counts these cases. A log is truncated to
 * its limit.
 */
enum { WGC_HTML_DETAILS_LIMIT = 6 * 1000 * 1000, WGC_HTML_LOG_LIMIT = 16 * 1024 };

/*
 * Appends one JSON object:
 *
 *   states   the names of the states, in the order of their digits
 *   suites   [[LANGUAGE.FUNCTION, family], ...]; a capability check has its group and its family
 *   types    ["int", ...]; "" for a capability check
 *   tails    the ends of names from the last dot before the shape on: ".64.plain"
 *   cases    three numbers a case, places in suites, types and tails, in the order in which the
 *            reports have them
 *   texts    reasons and logs, each once
 *   reports  [{again, again_run, again_program, tool, ..., causes, states, reasons, causes_of,
 * details, left_out}]
 *
 * In a report, states has a character a case: the digit of its state, or "-" where the report does
 * not have it. reasons and causes_of are runs of equal numbers, [number, how many, ...], over the
 * cases: 0, or 1 and the place in texts or causes. Cases past the end of these are not in the
 * report. details has, by the place of a case, the other fields: mismatch, log (a place in texts),
 * cut (the whole size of a truncated log), signal, frames, attempts, waiver.
 */
enum wgc_status wgc_html_data_put(struct wgc_buf *out, const struct wgc_record *const *record,
                                  size_t count, const struct wgc_html_links *links,
                                  struct wgc_err *err);

#endif
