/* The reports that a run can write in addition to the JSON one: their options, and writing them. */
#ifndef WGC_REPORTS_OUTPUTS_H
#define WGC_REPORTS_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

enum wgc_output {
#define WGC_OUTPUT(id, option, put)       WGC_OUTPUT_##id,
#define WGC_OUTPUT_OF_SEVERAL(id, option) WGC_OUTPUT_##id,
#include "reports/outputs.def"
#undef WGC_OUTPUT
#undef WGC_OUTPUT_OF_SEVERAL
    WGC_OUTPUT_COUNT
};

struct wgc_outputs {
    const char *path[WGC_OUTPUT_COUNT]; /* a file, "-", or NULL */
};

/*
 * Before the run: checks that each file can be written, and that at most one output, json
 * included (NULL: none), is standard output. An error names the option.
 */
enum wgc_status wgc_outputs_check(const struct wgc_outputs *outputs, const char *json,
                                  struct wgc_err *err);
/* Whether one of them, or json, is standard output. */
bool wgc_outputs_on_stdout(const struct wgc_outputs *outputs, const char *json);

/* After the run: writes each requested report. Tries all; returns the first error. */
enum wgc_status wgc_outputs_write(const struct wgc_outputs *outputs,
                                  const struct wgc_record *record, struct wgc_err *err);

/* Writes count records as one file of that kind; count is 1 for every kind but HTML. */
enum wgc_status wgc_output_write(enum wgc_output kind, const char *path,
                                 const struct wgc_record *const *record, size_t count,
                                 struct wgc_err *err);

#endif
