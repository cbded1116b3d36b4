/*
 * The capability checks: pure functions of what a device answered. A check finds contradictions,
 * or that it does not apply, or nothing.
 */
#ifndef WGC_QUERIES_JUDGE_H
#define WGC_QUERIES_JUDGE_H

#include "base/buf.h"
#include "queries/answers.h"

/* All zero: nothing yet. */
struct wgc_verdict {
    size_t faults;
    struct wgc_buf text; /* the faults, or why the check does not apply */
    bool skipped;
};

/* The judge of a check of the kind ASKED; needs what its row names to have been asked. Freed with wgc_buf_free of
 * text. Without memory text.failed is set. */
void wgc_query_judge(const struct wgc_answers *answers, enum wgc_query query,
                     struct wgc_verdict *verdict);

/*
 * Whether the check applies as far as device version and compiler go; if not, *verdict is a skip.
 * Needs nothing asked but the answers' version and compiler.
 */
bool wgc_query_applies(const struct wgc_answers *answers, enum wgc_query query,
                       struct wgc_verdict *verdict);

/* For the judges. A fault is a sentence without its stop; a skip counts only without faults. */
void wgc_verdict_fault(struct wgc_verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void wgc_verdict_skip(struct wgc_verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether the device answered; if not, that is a fault. */
bool wgc_verdict_answered(struct wgc_verdict *verdict, const struct wgc_answers *answers,
                          enum wgc_info info);
/* A fault where a probe did not run right; what: "cl_khr_fp16 is in CL_DEVICE_EXTENSIONS". */
void wgc_verdict_probe(struct wgc_verdict *verdict, const struct wgc_probe_answer *probe,
                       const char *what);

typedef void wgc_judge_fn(const struct wgc_answers *answers, enum wgc_probe subject,
                          struct wgc_verdict *verdict);

/* One for each name in the column judge of suite/queries.def; a name that stands there twice is
 * declared twice. */
#define WGC_QUERY(name, since, asks, judge, subject, text) wgc_judge_fn wgc_judge_##judge;
#include "suite/queries.def"
#undef WGC_QUERY

#endif
