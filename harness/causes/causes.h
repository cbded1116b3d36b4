/*
 * The failing cases of a record grouped by cause. The driver's own words decide first (a symbol, a
 * line of the compiler, an assertion), in all functions, forms and languages. Where there are none,
 * causes/merge.h decides whether the function or the form is wrong. The cases of a waiver are one
 * cause. Pure.
 */
#ifndef WGC_CAUSES_CAUSES_H
#define WGC_CAUSES_CAUSES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

/* A set of names, each once, in the order in which they were added. */
struct wgc_name_list {
    char **name;
    size_t count;
};

/* Whether a name of the list is the first length bytes of name. */
bool wgc_name_list_has(const struct wgc_name_list *list, const char *name, size_t length);
/* Adds a copy of the first length bytes of name, unless the list has it; false without memory. */
bool wgc_name_list_add(struct wgc_name_list *list, const char *name, size_t length);
void wgc_name_list_free(struct wgc_name_list *list);

struct wgc_report_cause {
    char *id;    /* the same from run to run; unique in a record: "work_group_all-fail-1a2b3c4d" */
    char *title; /* one line */
    char *subject;                    /* the first function; "": the title is in what */
    char *what;                       /* "result not written (in 3 of 4)" */
    size_t what_alone;                /* so much of it is in front of the share of the cases */
    bool names_values;                /* it has what was expected and given */
    char *words;                      /* the line of the driver about the example; "" */
    char *where;                      /* " where several branches make the same call"; "" */
    char *common;                     /* ", only SPIR-V, in 19 of 21 forms" (causes/common.h); "" */
    bool title_is_cut;                /* it is the begin of a check's reason */
    bool names_forms;                 /* the title has names of forms, or their number */
    enum wgc_state state;             /* of each of its cases: a bad one, or WAIVED */
    enum wgc_state failure;           /* the same; of waived cases the waived state */
    const struct wgc_result **result; /* in the record's order */
    size_t count;
    const struct wgc_result *example; /* the plainest: see wgc_causes_make */
    size_t
        passes; /* cases of its functions that pass, in its forms where these are what is wrong */
    size_t other_passes; /* those of the same functions in the other language, where the cause is of
                            one language; else 0 */
    struct wgc_name_list functions; /* "c.work_group_all" */
    struct wgc_name_list families;  /* "work_group_all" (causes/family.h), that of the example
                                       first; none of cases that fail by another function, which
                                       their form calls */
    struct wgc_name_list types;
    struct wgc_name_list operators; /* "min"; "": there is none */
    struct wgc_name_list forms;
    struct wgc_name_list passing; /* of one function: forms in which its cases pass */
    const char *relation;         /* what a bad cause shares with an earlier one, the place related:
                                     "form", "symbol" or "words"; NULL: nothing */
    size_t related;
    const char *waiver; /* the waiver's id; NULL: none */
    char *link;         /* the waiver's link; NULL: none */
};

struct wgc_causes {
    struct wgc_report_cause *cause;
    size_t count;
    size_t bad;       /* causes whose cases are bad; they come first */
    size_t unrelated; /* of these, when all that are related are counted once: the least number of
                         defects, if related ones are one defect */
    const struct wgc_result **result; /* those of all causes */
};

/* The kinds of causes in their order: what a driver computes wrongly comes first, what it reports
 * about itself last. The kind follows from the state: cases of the state FAIL are those with a
 * wrong value, the failing checks and the other failures; a check that crashes is a crash. */
enum wgc_cause_kind {
    WGC_CAUSE_WRONG_VALUE,
    WGC_CAUSE_CRASH,
    WGC_CAUSE_TIMEOUT,
    WGC_CAUSE_BUILD_ERROR,
    WGC_CAUSE_OTHER,
    WGC_CAUSE_CHECK, /* capability checks that fail */
    WGC_CAUSE_KINDS
};

enum wgc_cause_kind wgc_cause_kind(const struct wgc_report_cause *cause);

/* Whether it is of capability checks: neither of kernels nor of programs. */
bool wgc_cause_is_check(const struct wgc_report_cause *cause);

/*
 * The record outlives *causes, which is freed with wgc_causes_free. Order: bad causes before waived
 * ones; then by kind; of each kind the largest first, and of the checks those with a wrong value.
 * Two causes are related if their titles name one form (FORM_WAY is FORM, and one of the group
 * WAY), or what the driver printed has one symbol. The example has the form plain, else one that is
 * built as usual; then a built-in function, the fewest dimensions, OpenCL C, the type int, else a
 * scalar, the fewest work-items in a work-group.
 */
enum wgc_status wgc_causes_make(const struct wgc_record *record, struct wgc_causes *causes,
                                struct wgc_err *err);
void wgc_causes_free(struct wgc_causes *causes);

/* The cause of each result, by its place in the record; NULL for one that has none. The caller
 * frees the array with free. NULL without memory. */
const struct wgc_report_cause **wgc_causes_by_result(const struct wgc_causes *causes,
                                                     const struct wgc_record *record);

#endif
