/*
 * The signature of a failure: the family of the function, the state, and the kind of the wrong
 * result. Results with the same key have one cause. Pure.
 */
#ifndef WGC_CAUSES_SIGNATURE_H
#define WGC_CAUSES_SIGNATURE_H

#include <stdbool.h>

#include "base/buf.h"
#include "causes/family.h"
#include "record/record.h"

struct wgc_signature {
    enum wgc_state failure; /* of a waived result: the waived state */
    struct wgc_family family;
    struct wgc_buf key;   /* the same in every run and on every device */
    struct wgc_buf title; /* one line */
};

/* Whether a result has a cause: it is bad, or waived. */
bool wgc_signature_applies(const struct wgc_result *result);

/* Fills *signature; false without memory. It is freed with wgc_signature_free in any case. */
bool wgc_signature_make(const struct wgc_result *result, struct wgc_signature *signature);
void wgc_signature_free(struct wgc_signature *signature);

#endif
