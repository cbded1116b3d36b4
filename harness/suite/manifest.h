/*
 * The suite: shapes, forms, grids, signatures and where their kernels are. The generator writes it
 * as constants, which are a part of the program, and as manifest.json for other tools
 * (schemas/manifest.schema.json).
 */
#ifndef WGC_SUITE_MANIFEST_H
#define WGC_SUITE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "suite/queries.h"
#include "suite/tables.h"

enum { WGC_MORE_LITERALS = 3, WGC_MAX_SLOTS = 16, WGC_MAX_REQUIRES = 16, WGC_MAX_WIDTH = 16 };

enum wgc_language {
    WGC_LANGUAGE_C,
    WGC_LANGUAGE_SPIRV,
    WGC_LANGUAGE_QUERY, /* no language: the capability checks of a device */
    WGC_LANGUAGE_COUNT
};
enum wgc_impl { WGC_IMPL_BUILTIN, WGC_IMPL_EMULATED, WGC_IMPL_COUNT };

const char *wgc_language_name(enum wgc_language language);
int wgc_language_by_name(const char *name); /* -1 when unknown */

/* What decides a local size. */
enum wgc_shape_size {
    WGC_SHAPE_SIDES,   /* its sides; in the others these are 1, and there is one dimension */
    WGC_SHAPE_MAX,     /* as many work-items as the kernel and the device allow */
    WGC_SHAPE_FULL,    /* the kernel's sub-groups: several, all full */
    WGC_SHAPE_PARTIAL, /* several, the last of which is smaller */
    WGC_SHAPE_SINGLE,  /* one, of several work-items */
    WGC_SHAPE_SIZE_COUNT
};

/* A local size. rank is the number of dimensions of the launch; sides past it are 1. */
struct wgc_shape {
    const char *name;
    unsigned rank; /* 1 to 3 */
    enum wgc_shape_size size;
    size_t side[3];
};

/* Whether the sub-groups of the kernel decide the size. */
static inline bool wgc_shape_is_of_sub_groups(const struct wgc_shape *shape)
{
    return shape->size != WGC_SHAPE_SIDES && shape->size != WGC_SHAPE_MAX;
}

struct wgc_form {
    const char *name;
    const char *variant;
    const char *what;  /* what its kernels do */
    const char *fault; /* what it is there to find */
    enum wgc_geometry geometry;
    bool per_shape; /* the kernel text names the local size: the variant is "VARIANT-SHAPE", as
                       "reqd-7x5x3" */
    size_t slot_count;
    enum wgc_slot slot[WGC_MAX_SLOTS];
    int feature;          /* enum wgc_feature that the form needs, or -1 */
    size_t cluster;       /* items in a cluster instead of the signature's, or 0 */
    size_t required_size; /* the sub-group size that the kernel requires, or 0 */
};

/* A line of a grid: a form with the shapes that it runs on from a profile on. */
struct wgc_cell {
    size_t form;
    enum wgc_profile profile; /* the least profile that runs it */
    size_t shape_count;
    const size_t *shape; /* indices into shapes */
};

struct wgc_grid {
    size_t cell_count;
    const struct wgc_cell *cell;
};

struct wgc_kernel {
    const char *variant; /* "plain", or "reqd-7x5x3" for the one of a shape */
    const char *file;    /* its entry in the packed file of the language */
    const char *entry;   /* the kernel's name */
};

/* Of a capability check (language QUERY) only language, query, function (its name), grid and clause
 * mean something. */
struct wgc_signature {
    enum wgc_language language;
    enum wgc_query query;
    const char *function;
    enum wgc_kind kind;
    enum wgc_scope scope;
    enum wgc_op op; /* WGC_OP_NONE where there is none */
    enum wgc_type type;
    size_t cluster;   /* items in a cluster (wgc_has_clusters), else 0 */
    size_t width;     /* components of a value: 1 for scalars, 2, 3, 4, 8 or 16 */
    long argument;    /* the constant that the kernel passes as its argument, or -1 */
    int64_t constant; /* the literal of slot CONSTANT, number 0, and of slot LITERAL */
    int64_t more[WGC_MORE_LITERALS]; /* those of the slots CONSTANT from number 1 on */
    size_t grid;
    const uint32_t *rank; /* of each case, in the order of the grid's cells and their shapes: its
                             place among all cases, the strongest first; NULL: before all */
    size_t requires_count;
    enum wgc_feature requires[WGC_MAX_REQUIRES]; /* the language's and the type's included */
    size_t kernel_count;
    const struct wgc_kernel *kernel;
    size_t emulated_kernel_count; /* 0 where there is no emulated form of it */
    const struct wgc_kernel *emulated_kernel;
    size_t clause_count;
    const size_t *clause; /* indices into the manifest's clauses: what its cases test */
};

/* A normative sentence of the standard, in the project's own words. */
struct wgc_clause {
    const char *id;
    const char *source; /* which text, and where in it */
    const char *text;
    const char *form;     /* the one form whose cases test it; NULL: all do */
    const char *untested; /* why no case can test it; NULL where cases do */
};

struct wgc_manifest {
    const char *folder; /* of the packed files */
    const char *suite_version;
    const char *suite_digest; /* SHA-256 of tables and kernel texts, 64 hexadecimal digits */
    const char *prelude;      /* entry that goes in front of the kernels of --impl emulated */
    size_t shape_count;
    const struct wgc_shape *shape;
    size_t form_count;
    const struct wgc_form *form;
    size_t grid_count;
    const struct wgc_grid *grid;
    size_t clause_count;
    const struct wgc_clause *clause;
    size_t signature_count;
    const struct wgc_signature *signature;
};

/* The suite of this program's build, without a folder. Everything in it is constant. */
extern const struct wgc_manifest wgc_built_suite;

/*
 * wgc_built_suite with the packed files of a folder, which must be of the same build
 * (suite/pack.h): otherwise an error of status WGC_ERR_INPUT that names the file, and both digests.
 * On success *out is owned by the caller and freed with wgc_manifest_free.
 */
enum wgc_status wgc_manifest_open(const char *folder, struct wgc_manifest **out,
                                  struct wgc_err *err);
void wgc_manifest_free(struct wgc_manifest *manifest);

enum { WGC_TYPE_NAME_MAX = 32 };
/* OpenCL C's name of the type of a signature's values, as "int" or "int4". */
const char *wgc_signature_type(const struct wgc_signature *signature,
                               char text[static WGC_TYPE_NAME_MAX]);
/* The items in a cluster in a case of that form, or 0. */
size_t wgc_case_cluster(const struct wgc_signature *signature, const struct wgc_form *form);
/* Whether the names of its cases have neither type, shape nor form: LANGUAGE.FUNCTION. */
bool wgc_has_short_name(const struct wgc_signature *signature);

/* The kernel of a signature for a form and shape under an implementation, or NULL. */
const struct wgc_kernel *wgc_manifest_kernel(const struct wgc_manifest *manifest,
                                             const struct wgc_signature *signature, size_t form,
                                             size_t shape, enum wgc_impl impl);

#endif
