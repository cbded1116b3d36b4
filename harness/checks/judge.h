/*
 * The capability checks: pure functions of a device's properties and of what was measured on it. A
 * check finds contradictions, or that it does not apply, or nothing.
 */
#ifndef WGC_CHECKS_JUDGE_H
#define WGC_CHECKS_JUDGE_H

#include "base/buf.h"
#include "checks/measurements.h"

/* All zero: nothing found. */
struct wgc_verdict {
    size_t faults;
    struct wgc_buf text; /* the faults, or why the check does not apply */
    bool skipped;
    const struct wgc_test_wrong *wrong; /* the first wrong value of a fault; NULL: there is none */
};

/*
 * Whether the check applies to a device of that version, with or without a compiler; if not,
 * *verdict is a skip. Needs no measurements.
 */
bool wgc_check_applies(const struct wgc_properties *properties, enum wgc_query check,
                       struct wgc_verdict *verdict);

/* Judges a check of the kind ASKED, whose measurements were made (measure.h). The caller frees
 * verdict->text with wgc_buf_free; without memory text.failed is set. */
void wgc_check_judge(const struct wgc_measurements *measured, enum wgc_query check,
                     struct wgc_verdict *verdict);

/* What a judge sees. */
struct wgc_check_input {
    const struct wgc_properties *properties;
    const struct wgc_measurements *measured;
    enum wgc_feature_test subject;
};

typedef void wgc_judge_fn(const struct wgc_check_input *in, struct wgc_verdict *verdict);

/* One for each name in the column judge of suite/queries.def; a repeated name is declared again. */
#define WGC_QUERY(name, since, needs, judge, subject, text) wgc_judge_fn wgc_judge_##judge;
#include "suite/queries.def"
#undef WGC_QUERY

/* For the judges. A fault is a sentence without its full stop; a skip counts only without faults.
 */
void wgc_verdict_fault(struct wgc_verdict *verdict, const char *format, ...) WGC_PRINTF_LIKE(2, 3);
void wgc_verdict_skip(struct wgc_verdict *verdict, const char *format, ...) WGC_PRINTF_LIKE(2, 3);
/* Whether the device reported the property; if not, that is a fault. */
bool wgc_verdict_reported(struct wgc_verdict *verdict, const struct wgc_check_input *in,
                          enum wgc_property property);
/* A fault where a test did not run right; what: "cl_khr_fp16 is in CL_DEVICE_EXTENSIONS". */
void wgc_verdict_test(struct wgc_verdict *verdict, const struct wgc_test_result *test,
                      const char *what);

#endif
