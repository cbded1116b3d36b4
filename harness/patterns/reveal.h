/* Operands whose result names the work-items that made it: distinct bits, or distinct primes. Pure.
 */
#ifndef WGC_PATTERNS_REVEAL_H
#define WGC_PATTERNS_REVEAL_H

#include <stdbool.h>
#include <stddef.h>

#include "oracle/oracle.h"

/* Whether the function has these operands: a reduction or scan with add, mul, and, or, or xor. */
bool wgc_reveals(const struct wgc_call *call);

/*
 * The operand of the work-item with that sub-group local id, of n. Where the type has too few bits
 * for n work-items the others get the operator's identity; turn decides which, so that in time each
 * work-item is named.
 */
void wgc_fill_reveal(const struct wgc_call *call, size_t turn, size_t local_id, size_t n,
                     void *value);

#endif
