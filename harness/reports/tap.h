/* The report in the Test Anything Protocol, version 13: what `prove` of Debian 12 takes. */
#ifndef WGC_REPORTS_TAP_H
#define WGC_REPORTS_TAP_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends the document: a test point a case, in the record's order. A skip is `ok ... # SKIP
 * reason`, a waived failure `not ok ... # TODO reason`; a bad case has a YAML block with its state,
 * message, cause, first mismatch and the command that runs it again. The causes stand first, as
 * comments. Where cases have no result, it ends with `Bail out!`.
 */
enum wgc_status wgc_tap_put(struct wgc_buf *out, const struct wgc_record *record,
                            struct wgc_err *err);

#endif
