/* The causes of an exploration: those of its record, each with its smallest reduced program. */
#ifndef WGC_EXPLORE_RUN_CAUSE_VIEW_H
#define WGC_EXPLORE_RUN_CAUSE_VIEW_H

#include "causes/causes.h"
#include "explore_run/exploration.h"

/* Seeds that a report lists for a cause. */
enum { WGC_EXPLORE_SEEDS = 100 };

struct wgc_cause_view {
    const struct wgc_report_cause *cause;
    const struct wgc_finding *smallest; /* with the fewest lines; NULL: none is reduced */
    size_t reduced;                     /* programs of it that were reduced */
};

struct wgc_cause_views {
    struct wgc_causes causes;
    struct wgc_cause_view *item; /* causes.count */
};

/* The record must not change while *views is in use. Freed with wgc_cause_views_free. */
enum wgc_status wgc_cause_views_make(const struct wgc_exploration *exploration,
                                     struct wgc_cause_views *views, struct wgc_err *err);
void wgc_cause_views_free(struct wgc_cause_views *views);

/* Appends the kernel of a program's text as OpenCL C. */
enum wgc_status wgc_print_program_text(const struct wgc_buf *text, bool emulated,
                                       struct wgc_buf *out, struct wgc_err *err);

#endif
