/* The capability checks of a manifest. Each becomes a signature of the language "query", with a
 * grid of its profile that has one place: so plans, shards, journals and reports need not know
 * them. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "suite/manifest_read.h"

/* A cell of the first form on the first shape, neither of which is part of the name. */
static enum wgc_status add_cell(struct wgc_manifest *manifest, enum wgc_profile profile,
                                struct wgc_err *err)
{
    struct wgc_cell *grown =
        realloc(manifest->cell, (manifest->cell_count + 1) * sizeof *manifest->cell);
    struct wgc_cell *cell;

    if (grown == NULL) {
        return wgc_err_memory(err, "queries");
    }
    manifest->cell = grown;
    cell = &grown[manifest->cell_count++];
    *cell = (struct wgc_cell){.profile = profile, .shape = calloc(1, sizeof *cell->shape)};
    if (cell->shape == NULL) {
        return wgc_err_memory(err, "queries");
    }
    cell->shape_count = 1;
    return WGC_OK;
}

/* A grid of that one cell. */
static enum wgc_status add_grid(struct wgc_manifest *manifest, enum wgc_profile profile,
                                struct wgc_err *err)
{
    enum wgc_status status = add_cell(manifest, profile, err);
    struct wgc_grid *grown, *grid;

    if (status != WGC_OK) {
        return status;
    }
    grown = realloc(manifest->grid, (manifest->grid_count + 1) * sizeof *manifest->grid);
    if (grown == NULL) {
        return wgc_err_memory(err, "queries");
    }
    manifest->grid = grown;
    grid = &grown[manifest->grid_count++];
    *grid = (struct wgc_grid){.cell = calloc(1, sizeof *grid->cell)};
    if (grid->cell == NULL) {
        return wgc_err_memory(err, "queries");
    }
    *grid->cell = manifest->cell[manifest->cell_count - 1];
    grid->cell_count = 1;
    return WGC_OK;
}

/* A grid for each profile; those of checks are the manifest's last. */
static enum wgc_status add_grids(struct wgc_manifest *manifest, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (int profile = 0; status == WGC_OK && profile < WGC_PROFILE_COUNT; profile++) {
        status = add_grid(manifest, (enum wgc_profile)profile, err);
    }
    return status;
}

static enum wgc_status read_query(const cJSON *entry, const struct wgc_manifest *manifest,
                                  struct wgc_signature *signature, struct wgc_err *err)
{
    int query = 0;
    int profile = WGC_PROFILE_QUICK;
    enum wgc_status status = wgc_manifest_enum(entry, "name", wgc_query_by_name, &query, err);

    if (status == WGC_OK) {
        status = wgc_manifest_enum(entry, "profile", wgc_profile_by_name, &profile, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    for (size_t i = 0; i < manifest->signature_count; i++) {
        const struct wgc_signature *other = &manifest->signature[i];
        if (other != signature && other->language == WGC_LANGUAGE_QUERY &&
            other->query == (enum wgc_query)query) {
            return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is there twice",
                               wgc_query_info((enum wgc_query)query)->name);
        }
    }
    *signature = (struct wgc_signature){
        .language = WGC_LANGUAGE_QUERY,
        .query = (enum wgc_query)query,
        .kind = WGC_KIND_MAPPING, /* what has no operator, and no data either */
        .op = WGC_OP_NONE,
        .grid = manifest->grid_count - WGC_PROFILE_COUNT + (size_t)profile,
        .function = strdup(wgc_query_info((enum wgc_query)query)->name),
    };
    return signature->function == NULL
               ? wgc_err_memory(err, "queries")
               : wgc_manifest_read_clause_ids(entry, manifest, signature, err);
}

enum wgc_status wgc_manifest_read_queries(const cJSON *root, struct wgc_manifest *manifest,
                                          struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *entry;
    struct wgc_signature *grown;
    size_t at = 0;

    if (!cJSON_HasObjectItem(root, "queries")) {
        return WGC_OK;
    }
    enum wgc_status status = wgc_json_array(root, "queries", &array, err);
    if (status == WGC_OK) {
        status = wgc_manifest_check_count("queries", (size_t)cJSON_GetArraySize(array),
                                          WGC_QUERY_COUNT, err);
    }
    if (status == WGC_OK) {
        status = add_grids(manifest, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    size_t count = manifest->signature_count + (size_t)cJSON_GetArraySize(array);
    grown = realloc(manifest->signature, count * sizeof *grown);
    if (grown == NULL) {
        return wgc_err_memory(err, "queries");
    }
    manifest->signature = grown;
    cJSON_ArrayForEach(entry, array)
    {
        struct wgc_signature *signature = &grown[manifest->signature_count++];
        *signature = (struct wgc_signature){0};
        status = read_query(entry, manifest, signature, err);
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "queries[%zu]", at);
        }
        at++;
    }
    return WGC_OK;
}
