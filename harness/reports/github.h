/* A run in GitHub Actions: annotations, and the summary of a step in Markdown. */
#ifndef WGC_REPORTS_GITHUB_H
#define WGC_REPORTS_GITHUB_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

enum {
    WGC_GITHUB_ANNOTATIONS = 10,            /* so many are shown of a step */
    WGC_GITHUB_SUMMARY_LIMIT = 1000 * 1000, /* bytes; GitHub refuses one of more than 1 MiB */
};

/*
 * Appends `::error` lines, WGC_GITHUB_ANNOTATIONS at the most: one for each cause of failures
 * (causes/causes.h), with its example and the command that reruns it; the last one counts
 * the other causes. An incomplete report has one more.
 */
enum wgc_status wgc_github_annotations(struct wgc_buf *out, const struct wgc_record *record,
                                       struct wgc_err *err);

/* Appends the step's summary, not more than WGC_GITHUB_SUMMARY_LIMIT: totals, the causes of
 * failures, the waived causes, a table of the functions. */
enum wgc_status wgc_github_summary(struct wgc_buf *out, const struct wgc_record *record,
                                   struct wgc_err *err);

#endif
