/* Named files in memory: the contents of a submission package. Pure. */
#ifndef WGC_PACKAGE_BUNDLE_H
#define WGC_PACKAGE_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct wgc_bundle_file {
    char *name; /* relative, of a-z, A-Z, 0-9, _, -, . and / */
    struct wgc_buf data;
};

struct wgc_bundle {
    struct wgc_bundle_file *file; /* owned */
    size_t count;
};

/* Whether the name is allowed: no part of it is empty, or begins with a dot. */
bool wgc_bundle_name_is_good(const char *name);

/*
 * Moves *data into the bundle, which keeps a copy of the name. A name that is not allowed is
 * WGC_ERR_INPUT; wgc_bundle_sort finds duplicates.
 */
enum wgc_status wgc_bundle_add(struct wgc_bundle *bundle, const char *name, struct wgc_buf *data,
                               struct wgc_err *err);

/* Puts the files in the order of their names, for wgc_bundle_find. Duplicate names are
 * WGC_ERR_INPUT. */
enum wgc_status wgc_bundle_sort(struct wgc_bundle *bundle, struct wgc_err *err);

/* The file of that name, or NULL; the bundle is sorted. */
const struct wgc_bundle_file *wgc_bundle_find(const struct wgc_bundle *bundle, const char *name);

/* Frees the files and makes the bundle all zero. */
void wgc_bundle_free(struct wgc_bundle *bundle);

#endif
