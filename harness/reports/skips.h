/* The missing features of a device in a sentence, and the skipped cases by reason. Pure. */
#ifndef WGC_REPORTS_SKIPS_H
#define WGC_REPORTS_SKIPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/*
 * Appends a sentence without its end of line when every case of the work-group functions, or of the
 * sub-group functions, was skipped because the device lacks them: "this device has no work-group
 * collectives and no sub-groups: 19 capability checks could be judged". Returns whether it did.
 */
bool wgc_skips_lack(const struct wgc_record *record, struct wgc_buf *out);

/* Appends a skip's reason with the first missing feature alone, and with "N" for the numbers of a
 * local size. */
void wgc_skip_put_general_reason(struct wgc_buf *out, const struct wgc_result *result);

/* Whether the record has results, and each is a skip; and the warning for that. */
extern const char wgc_skips_only_warning[];
bool wgc_skips_only(const struct wgc_record *record);

/* A reason and the number of cases it skipped. A case with several missing features counts for the
 * first.
 */
struct wgc_skip_reason {
    char *text; /* "the device lacks SPIR-V (CL_DEVICE_IL_VERSION)"; local sizes are "N" */
    size_t cases;
};

struct wgc_skip_reasons {
    struct wgc_skip_reason *item; /* the most cases first */
    size_t count;
};

/* On success *reasons is freed with wgc_skip_reasons_free. */
enum wgc_status wgc_skip_reasons_make(const struct wgc_record *record,
                                      struct wgc_skip_reasons *reasons, struct wgc_err *err);
/* The same of the functions of which each case was skipped, by the reason of the first; cases
 * counts functions. */
enum wgc_status wgc_skip_reasons_of_functions(const struct wgc_record *record,
                                              struct wgc_skip_reasons *reasons,
                                              struct wgc_err *err);
void wgc_skip_reasons_free(struct wgc_skip_reasons *reasons);

#endif
