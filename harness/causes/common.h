/* What the cases of a cause share, and passing cases of the same functions do not. Pure. */
#ifndef WGC_CAUSES_COMMON_H
#define WGC_CAUSES_COMMON_H

#include "base/buf.h"
#include "causes/causes.h"
#include "causes/family.h"

/* Neighbouring results of a record with one function in one language. */
struct wgc_suite_run {
    const struct wgc_result *first;
    size_t count;
    struct wgc_family family;
};

struct wgc_suite_runs {
    struct wgc_suite_run *item;
    size_t count;
};

/* The runs of the record's cases, without checks and programs; freed with free(runs->item). False
 * without memory. */
bool wgc_suite_runs_make(const struct wgc_record *record, struct wgc_suite_runs *runs);

/* The facts that hold for all cases of a cause. "Only": several passing cases, which differ from
 * those in nothing else that is looked at, do not have it. */
struct wgc_common {
    bool nan_operands; /* each wrong value was computed from data with NaN */
    bool one_language, only_language;
    bool only_type;
    const char *only_types; /* "3-component vectors"; NULL: none that is known */
    bool only_operators;    /* few operators fail, and others of the same families pass */
    bool one_form, only_form;
    size_t least, most; /* only local sizes from least work-items on, and up to most; 0: any */
    bool counts_forms;  /* one function fails in forms that are not part of the cause */
};

/*
 * Finds what the cases of the cause have in common, whose names and results are set. same_forms:
 * passing cases count in the cause's forms alone: the forms are part of the cause. Then forms are
 * no fact, and are not counted. False without memory. Sets the cause's passes, and adds the forms
 * that pass to cause->passing.
 */
bool wgc_common_find(const struct wgc_suite_runs *runs, bool same_forms,
                     struct wgc_report_cause *cause, struct wgc_common *common);

/* Appends ", operands include NaN, only in SPIR-V, only min and max, local
 * sizes up to 2, in 19 of 21 forms of the call (not alone: what it is)"; nothing where nothing is
 * known. */
void wgc_common_put(struct wgc_buf *out, const struct wgc_report_cause *cause,
                    const struct wgc_common *common);

/* The language of the cause's first function, or the other one: "OpenCL C", "SPIR-V". */
const char *wgc_cause_language(const struct wgc_report_cause *cause, bool other);

/* ---- type_trait.c ---- */

/* What types have in common, the most special first. */
enum wgc_type_trait {
    WGC_TRAIT_VECTOR3,
    WGC_TRAIT_VECTOR,
    WGC_TRAIT_BITS_8,
    WGC_TRAIT_BITS_16,
    WGC_TRAIT_BITS_64,
    WGC_TRAIT_FLOAT,
    WGC_TRAIT_NARROW,
    WGC_TRAIT_COUNT
};

/* Whether the type of that name, "half4", has the trait. */
bool wgc_type_has(const char *name, size_t length, enum wgc_type_trait trait);

/* "3-component vectors" */
const char *wgc_type_trait_text(enum wgc_type_trait trait);

#endif
