/* --lines: prints the results of a run to standard output as they come. */
#ifndef WGC_RUN_RUN_LINES_H
#define WGC_RUN_RUN_LINES_H

#include "base/err.h"
#include "options/options.h"
#include "record/record.h"

/* Without --lines these do nothing. WGC_ERR_RUN where the output cannot be written. */
enum wgc_status wgc_run_lines_start(const struct wgc_options *options, size_t cases,
                                    struct wgc_err *err);
enum wgc_status wgc_run_lines_result(const struct wgc_options *options,
                                     const struct wgc_result *result, struct wgc_err *err);
enum wgc_status wgc_run_lines_end(const struct wgc_options *options,
                                  const struct wgc_record *record, struct wgc_err *err);

#endif
