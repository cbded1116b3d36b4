/*
 * Kernels with the calls of several signatures, put together from the texts of the kernels that
 * have one call each: what compilers spend is mostly spent once a kernel, not once a call. Pure.
 *
 * The text of such a kernel is, in front of "kernel void", what its call needs (pragmas, helper
 * functions) and perhaps an attribute; from the body's "{" to the line "//@ call" its head, which
 * says where the work-item is, and perhaps the line of a loop; then, to the line "//@ end", the
 * call itself.
 *
 * A fused kernel has the head and the loop once and the calls one after the other, each in a block
 * of its own.
 * Its arguments are those of every kernel (trial/trial.h) and one more, uint aux_part. Call k finds
 * its in at element k * rounds * slot_items of in, its out (guards included) at k * (rounds *
 * slot_items + 2 * guard_items) of out, and its aux at 32-bit word k * aux_part of aux. All share
 * meta.
 */
#ifndef WGC_SUITE_FUSED_TEXT_H
#define WGC_SUITE_FUSED_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "suite/tables.h"

/* Parts of a kernel's section; they lead into its text. attribute: the line of a required local
 * size in front of "kernel void", or nothing; loop likewise. */
struct wgc_call_text {
    const char *before, *attribute, *head, *loop, *call;
    size_t before_size, attribute_size, head_size, loop_size, call_size;
    bool conditional; /* the call stands under a condition */
};

/* Finds the parts in a section (kernel_text.h). false where it has none: it cannot be fused. */
bool wgc_call_text_find(const char *section, size_t size, struct wgc_call_text *out);

/* The one whose head can serve both: the other's is its beginning, and attributes and loops are the
 * same. NULL where neither can. */
const struct wgc_call_text *wgc_call_text_wider(const struct wgc_call_text *a,
                                                const struct wgc_call_text *b);

struct wgc_fused_call {
    struct wgc_call_text text;
    bool aux_is_value; /* aux holds values of the type, not uint */
};

/* Appends a kernel of that name with count (at least one) calls on values of that type, and the
 * widest of their heads; any two must have one that serves both. */
void wgc_fused_text(const char *entry, enum wgc_type type, const struct wgc_fused_call *call,
                    size_t count, struct wgc_buf *out);

#endif
