/* The sections of manifest.json, read in order; each relies on those before it. Errors name the
 * place in the file. */
#ifndef WGC_SUITE_MANIFEST_READ_H
#define WGC_SUITE_MANIFEST_READ_H

#include <cjson/cJSON.h>

#include "suite/manifest.h"

enum wgc_status wgc_manifest_read_shapes(const cJSON *root, struct wgc_manifest *manifest,
                                         struct wgc_err *err);
enum wgc_status wgc_manifest_read_forms(const cJSON *root, struct wgc_manifest *manifest,
                                        struct wgc_err *err);
enum wgc_status wgc_manifest_read_grids(const cJSON *root, struct wgc_manifest *manifest,
                                        struct wgc_err *err);
enum wgc_status wgc_manifest_read_variants(const cJSON *root, struct wgc_manifest *manifest,
                                           struct wgc_err *err);
enum wgc_status wgc_manifest_read_clauses(const cJSON *root, struct wgc_manifest *manifest,
                                          struct wgc_err *err);
enum wgc_status wgc_manifest_read_signatures(const cJSON *root, struct wgc_manifest *manifest,
                                             struct wgc_err *err);
/* The section may be missing: a suite without capability checks. */
enum wgc_status wgc_manifest_read_queries(const cJSON *root, struct wgc_manifest *manifest,
                                          struct wgc_err *err);

void wgc_manifest_free_grids(struct wgc_manifest *manifest);
void wgc_manifest_free_variants(struct wgc_manifest *manifest);

/* The kernels of a signature, of its field "kernels" or "emulated": which variants there are, and
 * what their files and names have in common. */
enum wgc_status wgc_manifest_read_kernels(const cJSON *entry, const char *field,
                                          const struct wgc_manifest *manifest,
                                          struct wgc_kernel **kernels, size_t *count,
                                          struct wgc_err *err);

/* The field "clauses" of a signature or a query: ids of clauses that were read. */
enum wgc_status wgc_manifest_read_clause_ids(const cJSON *entry,
                                             const struct wgc_manifest *manifest,
                                             struct wgc_signature *signature, struct wgc_err *err);

/*
 * How much there can be of what is looked up by going through it: ten times and more of what the
 * suite has, and little enough that a hostile manifest of full size is read in seconds.
 */
enum {
    WGC_MANIFEST_SHAPES = 2048,
    WGC_MANIFEST_FORMS = 512,
    WGC_MANIFEST_CLAUSES = 1024,
    WGC_MANIFEST_KERNELS = 256, /* of a signature, as its clauses */
    WGC_MANIFEST_NAME = 60,     /* characters of a name */
};
/* An error that names the section when it has more than limit entries. */
enum wgc_status wgc_manifest_check_count(const char *section, size_t count, size_t limit,
                                         struct wgc_err *err);

/*
 * Gets the array "section" of an object and room for what it holds, zeroed. The count is given out
 * only then, so that freeing a half-read manifest never touches what was not made.
 */
enum wgc_status wgc_manifest_open_section(const cJSON *object, const char *section,
                                          size_t item_size, const cJSON **array, void **items,
                                          size_t *count, struct wgc_err *err);

/* A section all of whose entries have one reader. */
struct wgc_manifest_section {
    const char *name;
    size_t item_size;
    size_t limit; /* entries at most */
    /* Reads an entry into its item, a zeroed one; those before it are read. */
    enum wgc_status (*read)(const cJSON *entry, const struct wgc_manifest *manifest, void *item,
                            struct wgc_err *err);
};

/* Opens the section and reads its entries in order; an error names the entry, as "NAME[3]". items
 * and count are the manifest's. */
enum wgc_status wgc_manifest_read_section(const cJSON *root,
                                          const struct wgc_manifest_section *section,
                                          const struct wgc_manifest *manifest, void **items,
                                          size_t *count, struct wgc_err *err);

/* A name that can be a part of a case's name: lower case, digits and _, not empty, at most limit
 * characters. */
bool wgc_manifest_is_name(const char *text, size_t limit);

/* Copies a string field that must be a name of this kind. */
enum wgc_status wgc_manifest_name(const cJSON *object, const char *field, char **out,
                                  struct wgc_err *err);

/* Copies a field that names a file inside the suite's folder: relative, no "..", no empty part. */
enum wgc_status wgc_manifest_path(const cJSON *object, const char *field, char **out,
                                  struct wgc_err *err);

/* The enumerator that a string field names; find is one of the wgc_*_by_name functions. */
enum wgc_status wgc_manifest_enum(const cJSON *object, const char *field, int (*find)(const char *),
                                  int *out, struct wgc_err *err);

#endif
