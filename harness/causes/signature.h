/*
 * The signature of a failure: what a single result shows about its cause. Which results have one
 * cause, causes/merge.h decides. Pure.
 */
#ifndef WGC_CAUSES_SIGNATURE_H
#define WGC_CAUSES_SIGNATURE_H

#include <stdbool.h>

#include "base/buf.h"
#include "causes/family.h"
#include "causes/form_group.h"
#include "causes/parts.h"
#include "record/record.h"

/* What results with one cause agree in. */
enum wgc_signature_scope {
    WGC_SCOPE_KEY,     /* the key: checks, programs, and failures that the driver puts into words */
    WGC_SCOPE_FORM,    /* key and group of forms */
    WGC_SCOPE_FAMILY,  /* key, family and set of operators */
    WGC_SCOPE_KIND,    /* key and kind of wrong value */
    WGC_SCOPE_DAMAGE,  /* key and what is wrong with the group's results */
    WGC_SCOPE_PLACE,   /* key and place: where the driver crashed without a word */
    WGC_SCOPE_FEATURE, /* key and the functions' feature */
    WGC_SCOPE_OPEN,    /* the other failures decide: causes/merge.h */
    WGC_SCOPES
};

struct wgc_signature {
    enum wgc_state failure; /* of a waived result: the waived state */
    struct wgc_family family;
    enum wgc_signature_scope scope;
    bool words;                  /* the key has words of the driver */
    bool in_driver;              /* a crash without words, and not in the kernel's own code */
    bool in_kernel;              /* a crash without words in the code of a kernel */
    bool of_helper;              /* they name a function that the form calls, not the case's */
    const char *frames;          /* of a crash, innermost first; NULL: unknown */
    const char *name, *form;     /* the result's name, and its form; "": none */
    struct wgc_form_group group; /* of the form; causes/merge.h may set that of FORM for FORM_WAY */
    struct wgc_wrong wrong;      /* of a mismatch; else all zero */
    const char *what;            /* of a mismatch of the kind OTHER, the judge's words; else "" */
    struct wgc_buf key;          /* the same in every run and on every device */
    struct wgc_buf place;        /* where a reduced program crashed without a word, or cases of the
                                    scope PLACE; not in an id: it changes with the driver's build,
                                    but two places are two causes */
    struct wgc_buf title; /* what is wrong, on one line; of a check or a program with its name */
    bool title_is_cut;    /* the reason of a check, which is longer */
    bool names_values;    /* it has what was expected and given: "false instead of true" */
    size_t line_at; /* where a line of the driver or of the harness begins in it; 0: it has none */
};

/* Whether a result has a cause: it is bad, or waived. */
bool wgc_signature_applies(const struct wgc_result *result);

/* Fills *signature, which points into the result's name; false without memory. It is freed with
 * wgc_signature_free in any case. */
bool wgc_signature_make(const struct wgc_result *result, struct wgc_signature *signature);
void wgc_signature_free(struct wgc_signature *signature);

#endif
