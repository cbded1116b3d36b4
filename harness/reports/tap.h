/* The report in the Test Anything Protocol, version 13, for `prove` of Debian 12. */
#ifndef WGC_REPORTS_TAP_H
#define WGC_REPORTS_TAP_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends the document: a test point for each case, in the record's order. A skip is `ok ... # SKIP
 * reason`, a waived failure `not ok ... # TODO reason`; a bad case has a YAML block with its state,
 * message, cause, first mismatch and the command that reruns it. The causes come first, as
 * comments. Where cases have no result, it ends with `Bail out!`.
 */
enum wgc_status wgc_tap_put(struct wgc_buf *out, const struct wgc_record *record,
                            struct wgc_err *err);

#endif
