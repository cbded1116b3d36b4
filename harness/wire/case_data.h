/*
 * The suite data of a batch's cases, for a worker that cannot read the suite's folder: message
 * SUITE, sent before BATCH. The worker then reads no file.
 */
#ifndef WGC_WIRE_CASE_DATA_H
#define WGC_WIRE_CASE_DATA_H

#include "suite/manifest.h"
#include "wire/wire.h"

/* A run of bytes; the kernels' texts and modules. */
struct wgc_case_text {
    char *data; /* owned; NUL after the last byte */
    size_t size;
};

/* One case. Members of the structures that a worker does not need (clauses, grids) are zero. */
struct wgc_case_data {
    struct wgc_signature signature;
    struct wgc_form form;
    struct wgc_shape shape;
    struct wgc_kernel kernel;                 /* strings of its own */
    uint32_t signature_number, kernel_number; /* as in the manifest: for the order */
    uint32_t text;                            /* index of the kernel's text */
    bool has_kernel;                          /* not a capability check */
};

struct wgc_case_set {
    struct wgc_case_set *next; /* for the worker, which keeps all sets */
    uint32_t count, texts;
    struct wgc_case_data *item;
    struct wgc_case_text *text;
    struct wgc_case_text prelude; /* precedes the kernels of --impl emulated; size 0: none */
};

/* Appends the payload of SUITE. The set's items may point to another's strings. */
void wgc_case_set_put(struct wgc_buf *buf, const struct wgc_case_set *set);
/* NULL when the payload is malformed or without memory; freed with wgc_case_set_free. */
struct wgc_case_set *wgc_case_set_get(struct wgc_wire_view *view);
void wgc_case_set_free(struct wgc_case_set *set); /* with the sets that follow it */

#endif
