/* The entries of the suite's packed files, each read once. */
#ifndef WGC_SUITE_SOURCE_H
#define WGC_SUITE_SOURCE_H

#include "base/buf.h"
#include "base/err.h"
#include "suite/pack.h"

struct wgc_source {
    char *name;
    struct wgc_buf text;
    enum wgc_status status; /* of reading it */
    struct wgc_err err;
};

struct wgc_sources {
    const char *folder; /* not owned */
    size_t count;
    struct wgc_source **item;
    struct wgc_source *last;
    struct wgc_pack pack[WGC_PACK_COUNT]; /* each opened when an entry of it is needed */
};

/*
 * The contents of the entry with that name, valid until the sources are freed. An entry that cannot
 * be read gives the same error each time, which names the packed file.
 */
enum wgc_status wgc_sources_get(struct wgc_sources *sources, const char *name,
                                const struct wgc_buf **text, struct wgc_err *err);
void wgc_sources_free(struct wgc_sources *sources);

/* Appends the contents of one entry of the suite in that folder to *out. */
enum wgc_status wgc_source_read(const char *folder, const char *name, struct wgc_buf *out,
                                struct wgc_err *err);

#endif
