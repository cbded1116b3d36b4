/* The title of a cause, from all of its cases. Pure. */
#ifndef WGC_CAUSES_CAUSE_TITLE_H
#define WGC_CAUSES_CAUSE_TITLE_H

#include "causes/causes.h"
#include "causes/common.h"
#include "causes/signature.h"

/* How many cases of a cause have the words. */
enum wgc_share {
    WGC_SHARE_ALL,
    WGC_SHARE_MOST, /* more than half */
    WGC_SHARE_SOME  /* fewer: they are those of the example */
};

struct wgc_cause_words {
    const char *text; /* a part of a signature's title; not ended by a NUL */
    size_t length;
    enum wgc_share share;
    size_t found, of; /* in how many of the cases */
};

/* What the cases of a cause have in common. */
struct wgc_cause_same {
    struct wgc_cause_words kind; /* "wrong value", "crash (SIGSEGV)" */
    struct wgc_cause_words
        line;            /* ": ", and what the driver or the harness has as the reason; "" */
    bool extent, damage; /* all have those of the example: of wrong values */
    bool in_driver;      /* all are crashes in the driver, without words */
    bool in_kernel;      /* the same in the code of a kernel */
    bool after_refusal;  /* all are crashes of processes that had refused a build */
    struct wgc_common common;
};

/* Appends the title: functions and forms are those of the cause, what is wrong that of its
 * example. Returns whether it names forms. */
bool wgc_cause_title(struct wgc_buf *out, const struct wgc_report_cause *cause,
                     const struct wgc_signature *example, const struct wgc_cause_same *same);

/* Whether the forms are what is wrong. */
bool wgc_cause_is_of_forms(const struct wgc_report_cause *cause,
                           const struct wgc_signature *example);

/* The parts of a title in brief: "sub_group_scan", "result not written", and what the forms have
 * in common, where they are what is wrong: " in kernels that require a sub-group size". */
void wgc_cause_subject(struct wgc_buf *out, const struct wgc_report_cause *cause,
                       const struct wgc_signature *example);
/* Returns the length without a share of the cases, " (in 3 of 4)", and what follows it. */
size_t wgc_cause_what(struct wgc_buf *out, const struct wgc_signature *example,
                      const struct wgc_cause_same *same);
/* Whether that has what was expected and given. */
bool wgc_cause_names_values(const struct wgc_signature *example, const struct wgc_cause_same *same);
void wgc_cause_where(struct wgc_buf *out, const struct wgc_report_cause *cause,
                     const struct wgc_signature *example);

#endif
