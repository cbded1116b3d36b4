/* Parts of repro.c. Pure. */
#ifndef WGC_REPRO_REPRO_PROGRAM_H
#define WGC_REPRO_REPRO_PROGRAM_H

#include "repro/repro.h"
#include "suite/queries.h"

/*
 * Makes the program of a case query.program_*: it builds the kernels of the case together, and
 * finds the smallest set that does not build. Fills *repro, which is all zero; the caller frees it
 * in any case.
 */
enum wgc_status wgc_repro_program_make(const struct wgc_repro_spec *spec,
                                       const struct wgc_query_info *info, struct wgc_repro *repro,
                                       struct wgc_err *err);

/* Appends the default device of the program (usual_device) as C, and a comment with the environment
 * of the run. */
void wgc_repro_put_device(const struct wgc_repro_spec *spec, struct wgc_buf *out);

#endif
