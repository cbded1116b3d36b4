/* What the end of a run prints about its command line. */
#ifndef WGC_RUN_RUN_NOTES_H
#define WGC_RUN_RUN_NOTES_H

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"
#include "suite/manifest.h"

/*
 * Appends a line with the number of capability checks that --language left out, and one with the
 * variables of --env; neither where there is nothing to print. Errors are those of wgc_plan_make.
 */
enum wgc_status wgc_run_notes(const struct wgc_manifest *manifest,
                              const struct wgc_options *options, struct wgc_buf *out,
                              struct wgc_err *err);

#endif
