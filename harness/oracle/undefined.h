/* Results of floating-point min and max that are undefined. Pure. */
#ifndef WGC_ORACLE_UNDEFINED_H
#define WGC_ORACLE_UNDEFINED_H

#include "oracle/oracle.h"

/*
 * SPIR-V's OpGroupNonUniformFMin and OpGroupNonUniformFMax ignore a NaN beside a number; what they
 * give an invocation that has only NaNs to work on is undefined. Puts a NaN for each such result of
 * a min or max of one group: x and expected as for wgc_oracle_exact.
 */
void wgc_oracle_undefine(const struct wgc_call *call, const void *x, size_t n, void *expected);

#endif
