/*
 * The suite as the generator wrote it: shapes, forms, grids, signatures and where their kernels
 * are. schemas/manifest.schema.json describes the file.
 */
#ifndef WGC_SUITE_MANIFEST_H
#define WGC_SUITE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "suite/queries.h"
#include "suite/tables.h"

enum { WGC_MAX_SLOTS = 4, WGC_MAX_REQUIRES = 8 };

enum wgc_language {
    WGC_LANGUAGE_C,
    WGC_LANGUAGE_SPIRV,
    WGC_LANGUAGE_QUERY, /* no language: the capability checks of a device */
    WGC_LANGUAGE_COUNT
};
enum wgc_impl { WGC_IMPL_BUILTIN, WGC_IMPL_EMULATED, WGC_IMPL_COUNT };

const char *wgc_language_name(enum wgc_language language);
int wgc_language_by_name(const char *name); /* -1 when unknown */

/* A local size. rank is the number of dimensions of the launch; sides past it are 1. */
struct wgc_shape {
    char *name;
    unsigned rank; /* 1 to 3 */
    bool is_max; /* "max": as many items in x as the kernel and the device allow; side[] is then all
                    1 */
    size_t side[3];
};

struct wgc_form {
    char *name;
    char *variant;
    char *why;
    enum wgc_geometry geometry;
    bool per_shape; /* the kernel text names the local size: the variant is "VARIANT-SHAPE", as
                       "reqd-7x5x3" */
    size_t slot_count;
    enum wgc_slot slot[WGC_MAX_SLOTS];
    int feature; /* enum wgc_feature that the form needs, or -1 */
};

/* A line of a grid: a form with the shapes that it runs on from a profile on. */
struct wgc_cell {
    size_t form;
    enum wgc_profile profile; /* the least profile that runs it */
    size_t shape_count;
    size_t *shape; /* indices into shapes; grids with the same line share them */
};

struct wgc_grid {
    size_t cell_count;
    struct wgc_cell *cell;
};

/* Variants of a kernel text, which many signatures share. */
struct wgc_variants {
    size_t count;
    char **name; /* "plain", or "reqd-7x5x3" for the one of a shape */
};

struct wgc_kernel {
    const char *variant;
    const char *file;  /* its entry in the packed file of the language */
    const char *entry; /* the kernel's name */
};

/* Of a capability check (language QUERY) only language, query, function (its name), grid and clause
 * mean something. */
struct wgc_signature {
    enum wgc_language language;
    enum wgc_query query;
    char *function;
    enum wgc_kind kind;
    enum wgc_scope scope;
    enum wgc_op op; /* WGC_OP_NONE where there is none */
    enum wgc_type type;
    size_t cluster; /* items in a cluster (CLUSTERED_REDUCE), else 0 */
    long constant;  /* the literal of slot CONSTANT */
    size_t grid;
    size_t requires_count;
    enum wgc_feature requires[WGC_MAX_REQUIRES]; /* the language's and the type's included */
    size_t kernel_count;
    struct wgc_kernel *kernel;    /* with the texts behind them, in one block */
    size_t emulated_kernel_count; /* 0 where there is no emulated form of it */
    struct wgc_kernel *emulated_kernel;
    size_t clause_count;
    size_t *clause; /* indices into the manifest's clauses: what its cases test */
};

/* A normative sentence of the standard, in the project's own words. */
struct wgc_clause {
    char *id;
    char *source; /* which text, and where in it */
    char *text;
    char *form;     /* the one form whose cases test it; NULL: all do */
    char *untested; /* why no case can test it; NULL where cases do */
};

struct wgc_manifest {
    char *folder; /* of the suite */
    char *suite_version;
    char *suite_digest; /* SHA-256 of tables and kernel texts, 64 hexadecimal digits */
    char *prelude;      /* entry that goes in front of the kernels of --impl emulated */
    size_t shape_count;
    struct wgc_shape *shape;
    size_t form_count;
    struct wgc_form *form;
    size_t cell_count;
    struct wgc_cell *cell; /* the different ones of all grids; they own the shapes */
    size_t grid_count;
    struct wgc_grid *grid;
    size_t variants_count;
    struct wgc_variants *variants;
    size_t clause_count;
    struct wgc_clause *clause;
    size_t signature_count;
    struct wgc_signature *signature;
};

/*
 * Reads FOLDER/manifest.json. Everything that later code relies on is checked here: indices,
 * enumerators, names, no name twice. An error names the file and the place in it. A suite that was
 * not made in the build of this program is an error, as are packed files (suite/pack.h) that are
 * not those of the manifest. On success *out is owned by the caller and freed with
 * wgc_manifest_free.
 */
enum wgc_status wgc_manifest_load(const char *folder, struct wgc_manifest **out,
                                  struct wgc_err *err);
/* The same from text, of any build; folder is kept for the packed files, name identifies the text
 * in errors. */
enum wgc_status wgc_manifest_parse(const char *folder, const char *name, const char *text,
                                   size_t size, struct wgc_manifest **out, struct wgc_err *err);
void wgc_manifest_free(struct wgc_manifest *manifest);

/* The kernel of a signature for a form and shape under an implementation, or NULL. */
const struct wgc_kernel *wgc_manifest_kernel(const struct wgc_manifest *manifest,
                                             const struct wgc_signature *signature, size_t form,
                                             size_t shape, enum wgc_impl impl);

#endif
