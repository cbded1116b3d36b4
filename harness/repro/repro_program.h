/* A stand-alone program for a case query.program_*: it builds the case's kernels together, and
 * finds the smallest set that does not build. Pure. */
#ifndef WGC_REPRO_REPRO_PROGRAM_H
#define WGC_REPRO_REPRO_PROGRAM_H

#include "repro/repro.h"
#include "suite/queries.h"

/* Fills *repro, which is all zero; freed by the caller in any case. */
enum wgc_status wgc_repro_program_make(const struct wgc_repro_spec *spec,
                                       const struct wgc_query_info *info, struct wgc_repro *repro,
                                       struct wgc_err *err);

#endif
