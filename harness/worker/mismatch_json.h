/* A mismatch as the report's JSON object, and in one line. Pure. */
#ifndef WGC_WORKER_MISMATCH_JSON_H
#define WGC_WORKER_MISMATCH_JSON_H

#include "trial/trial.h"

/* The object as text, owned by the caller; NULL without memory. */
char *wgc_mismatch_json(const struct wgc_mismatch *mismatch);

/* The mismatch, its place and extent, for the result's reason; owned by the caller, NULL without
 * memory. */
char *wgc_mismatch_line(const struct wgc_mismatch *mismatch);

#endif
