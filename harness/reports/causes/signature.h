/*
 * What a failure is recognised by: the family of the function, the state, and the signature of what
 * is wrong. Results with the same key are of one cause. Pure.
 */
#ifndef WGC_REPORTS_CAUSES_SIGNATURE_H
#define WGC_REPORTS_CAUSES_SIGNATURE_H

#include <stdbool.h>

#include "base/buf.h"
#include "reports/causes/family.h"
#include "record/record.h"

struct wgc_signature {
    enum wgc_state failure; /* of a waived result: what was waived */
    struct wgc_family family;
    struct wgc_buf key;   /* the same from run to run and from device to device */
    struct wgc_buf title; /* one line for people */
};

/* Whether a result has a cause: it is bad, or waived. */
bool wgc_signature_applies(const struct wgc_result *result);

/* Fills *signature; false without memory. It is freed with wgc_signature_free in any case. */
bool wgc_signature_make(const struct wgc_result *result, struct wgc_signature *signature);
void wgc_signature_free(struct wgc_signature *signature);

#endif
