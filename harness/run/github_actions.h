/* The output for GitHub Actions: nothing unless $GITHUB_ACTIONS is set. */
#ifndef WGC_RUN_GITHUB_ACTIONS_H
#define WGC_RUN_GITHUB_ACTIONS_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends the annotations to *text, which is printed with the summary, and the summary of the step
 * to the file $GITHUB_STEP_SUMMARY.
 */
enum wgc_status wgc_github_actions_report(const struct wgc_record *record, struct wgc_buf *text,
                                          struct wgc_err *err);

#endif
