/*
 * The state of each case of a run: its attempts and whether it is decided. A case is decided
 * exactly once; later results are dropped. Pure.
 */
#ifndef WGC_SUPERVISOR_CASES_H
#define WGC_SUPERVISOR_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "plan/plan.h"
#include "record/record.h"

struct wgc_case_history;

struct wgc_case_row {
    uint32_t done;      /* attempts that ended */
    uint32_t requested; /* attempts; done < requested until the case is decided */
    bool decided;
    bool withheld; /* not for workers: the supervisor decides the case (programs.h) */
    bool separate; /* expected to end its process (expected.c) */
    bool alone;    /* expected to fail or not to build: its kernel is a program of its own */
    bool hangs;    /* the same, by a timeout */
    struct wgc_case_history *history; /* NULL until an attempt leaves the case undecided */
};

struct wgc_cases {
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;
    unsigned repeat, retries;
    size_t undecided;
    struct wgc_case_row *row; /* plan->count */
};

/* skip may be NULL: cases with a non-zero byte count as decided. */
enum wgc_status wgc_cases_init(struct wgc_cases *cases, const struct wgc_manifest *manifest,
                               const struct wgc_plan *plan, const unsigned char *skip,
                               unsigned repeat, unsigned retries, struct wgc_err *err);
void wgc_cases_free(struct wgc_cases *cases);

/* Decides a case without a verdict: it does not run. */
void wgc_cases_leave_out(struct wgc_cases *cases, size_t index);

enum wgc_attempt {
    WGC_ATTEMPT_USUAL,
    WGC_ATTEMPT_ENOUGH, /* no further repetition: another crash or timeout would cost minutes */
    WGC_ATTEMPT_LAST,   /* the last attempt: its state decides the case */
};

enum wgc_case_next {
    WGC_CASE_OPEN,    /* other attempts are pending (or the case was decided before) */
    WGC_CASE_RERUN,   /* run the case again */
    WGC_CASE_DECIDED, /* *verdict holds the result, with name and order */
};

/* Consumes one attempt's result (emptied in any case) and returns the next action. */
enum wgc_status wgc_cases_attempt(struct wgc_cases *cases, size_t index, struct wgc_result *attempt,
                                  enum wgc_attempt kind, enum wgc_case_next *next,
                                  struct wgc_result *verdict, struct wgc_err *err);

#endif
