/* The suite's kernel files, each read once. */
#ifndef WGC_WORKER_SOURCE_H
#define WGC_WORKER_SOURCE_H

#include "base/buf.h"
#include "base/err.h"

struct wgc_source {
    char *name;
    struct wgc_buf text;
    enum wgc_status status; /* of reading it */
    struct wgc_err err;
};

struct wgc_sources {
    const char *folder; /* not owned */
    size_t count, capacity;
    struct wgc_source **item;
    struct wgc_source *last;
};

/*
 * The contents of FOLDER/NAME, valid until the sources are freed. A file that cannot be read gives
 * the same error each time, which names it.
 */
enum wgc_status wgc_sources_get(struct wgc_sources *sources, const char *name,
                                const struct wgc_buf **text, struct wgc_err *err);
void wgc_sources_free(struct wgc_sources *sources);

#endif
