/*
 * The temporary folder of a run: under TMPDIR (else /tmp, or /var/tmp where nothing can be executed
 * in /tmp), for the drivers' caches and temporary files, a folder in it for each worker. A lock
 * says that the run lives; folders whose run is dead (killed with SIGKILL, say) are removed when
 * the next run makes its own.
 */
#ifndef WGC_SUPERVISOR_SCRATCH_H
#define WGC_SUPERVISOR_SCRATCH_H

#include "base/err.h"

struct wgc_scratch {
    char *folder;  /* owned; NULL: none */
    int lock;      /* held as long as the run lives */
    unsigned made; /* folders given out */
};

/* Makes the folder and clears away those of dead runs. */
enum wgc_status wgc_scratch_open(struct wgc_scratch *scratch, struct wgc_err *err);

/* A new folder in it, owned by the caller as a string; NULL when it cannot be made (*err says why).
 */
char *wgc_scratch_add(struct wgc_scratch *scratch, struct wgc_err *err);

/* Removes a folder with all that is in it, as far as it can be. Symbolic links are removed, never
 * followed. */
void wgc_scratch_remove(const char *folder);

/* Removes everything and frees *scratch. */
void wgc_scratch_close(struct wgc_scratch *scratch);

#endif
