/*
 * The temporary folder of a run: under TMPDIR (else /tmp, or /var/tmp where /tmp forbids execution;
 * on Windows the result of GetTempPath), for the drivers' caches and temporary files, with a folder
 * for each worker. A lock marks a live run; the next run removes folders whose run was killed.
 */
#ifndef WGC_PROCESS_RUN_TMPDIR_H
#define WGC_PROCESS_RUN_TMPDIR_H

#include "base/err.h"

struct wgc_run_tmpdir {
    char *folder;  /* owned; NULL: none */
    int lock;      /* locked while the run lives */
    unsigned made; /* worker folders created */
};

/* Creates the folder and removes those of killed runs. */
enum wgc_status wgc_run_tmpdir_open(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err);

/* Creates a worker's folder; its name is owned by the caller. NULL with *err on failure. */
char *wgc_run_tmpdir_add(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err);

/* Removes a folder with its contents, as far as possible. Removes symbolic links, never follows
 * them. */
void wgc_run_tmpdir_remove(const char *folder);

/* Removes the folder and frees *tmpdir. */
void wgc_run_tmpdir_close(struct wgc_run_tmpdir *tmpdir);

#endif
