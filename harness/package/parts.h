/* What the modules of this folder share. */
#ifndef WGC_PACKAGE_PARTS_H
#define WGC_PACKAGE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"
#include "suite/manifest.h"

/* ---- bundle.c: Named files in memory: the contents of a submission package. Pure. ---- */

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

/* ---- selection.c: Whether a report has every case of its profile. Pure. ---- */

/*
 * Appends to *problems a line for each of these: the functions were not the device's own; the suite
 * differs from this manifest, so nothing more can be checked; cases of the profile are missing in
 * the report, or the report has others; all cases of a function for a type were skipped, though the
 * device has the required features by its properties in the report.
 *
 * Single cases may be skipped for a limit of the compiled kernel (CL_KERNEL_WORK_GROUP_SIZE):
 * *notes gets a line with their number.
 */
enum wgc_status wgc_selection_check(const struct wgc_manifest *manifest,
                                    const struct wgc_record *record, struct wgc_buf *problems,
                                    struct wgc_buf *notes, struct wgc_err *err);

#endif
