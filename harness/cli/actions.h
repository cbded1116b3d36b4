/* GitHub Actions around the run: does nothing unless $GITHUB_ACTIONS is set. */
#ifndef WGC_CLI_ACTIONS_H
#define WGC_CLI_ACTIONS_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends the annotations to *text, which goes where the summary goes, and the step's summary to
 * the file that $GITHUB_STEP_SUMMARY names.
 */
enum wgc_status wgc_actions_report(const struct wgc_record *record, struct wgc_buf *text,
                                   struct wgc_err *err);

#endif
