/* The cells of grids and the grids. Many grids share a cell: the manifest has each cell once, and
 * a grid lists the indices of its cells. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "suite/manifest_read.h"

static enum wgc_status read_cell(const cJSON *entry, const struct wgc_manifest *manifest,
                                 void *item, struct wgc_err *err)
{
    struct wgc_cell *cell = item;
    const cJSON *shapes;
    const cJSON *shape;
    int64_t form;
    int profile;
    enum wgc_status status =
        wgc_json_integer(entry, "form", 0, (int64_t)manifest->form_count - 1, &form, err);

    if (status == WGC_OK) {
        status = wgc_manifest_enum(entry, "profile", wgc_profile_by_name, &profile, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_open_section(entry, "shapes", sizeof *cell->shape, &shapes,
                                           (void **)&cell->shape, &cell->shape_count, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    cell->form = (size_t)form;
    cell->profile = (enum wgc_profile)profile;
    size_t at = 0;
    cJSON_ArrayForEach(shape, shapes)
    {
        int64_t index;
        status = wgc_json_whole(shape, "a shape's index", 0, (int64_t)manifest->shape_count - 1,
                                &index, err);
        if (status != WGC_OK) {
            return status;
        }
        cell->shape[at++] = (size_t)index;
    }
    return WGC_OK;
}

/* A form and shape that a grid has twice would be two cases of one name. */
static enum wgc_status check_cells(const struct wgc_manifest *manifest, const struct wgc_grid *grid,
                                   struct wgc_err *err)
{
    unsigned char *seen = calloc(manifest->form_count, manifest->shape_count);
    enum wgc_status status = seen == NULL ? wgc_err_memory(err, "a grid") : WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < grid->cell_count; i++) {
        const struct wgc_cell *cell = &grid->cell[i];
        for (size_t k = 0; status == WGC_OK && k < cell->shape_count; k++) {
            unsigned char *place = &seen[cell->form * manifest->shape_count + cell->shape[k]];
            if (*place != 0) {
                status = wgc_err_set(err, WGC_ERR_INPUT, "form %s on shape %s is there twice",
                                     manifest->form[cell->form].name,
                                     manifest->shape[cell->shape[k]].name);
            }
            *place = 1;
        }
    }
    free(seen);
    return status;
}

static enum wgc_status read_grid(const cJSON *array, const struct wgc_manifest *manifest,
                                 void *item, struct wgc_err *err)
{
    struct wgc_grid *grid = item;
    const cJSON *entry;
    size_t at = 0;
    int count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;

    if (count == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "must be an array of cells, not empty");
    }
    grid->cell = calloc((size_t)count, sizeof *grid->cell);
    if (grid->cell == NULL) {
        return wgc_err_memory(err, "a grid");
    }
    grid->cell_count = (size_t)count;
    cJSON_ArrayForEach(entry, array)
    {
        int64_t index;
        enum wgc_status status = wgc_json_whole(entry, "a cell's index", 0,
                                                (int64_t)manifest->cell_count - 1, &index, err);
        if (status != WGC_OK) {
            return status;
        }
        grid->cell[at++] = manifest->cell[index];
    }
    return check_cells(manifest, grid, err);
}

enum wgc_status wgc_manifest_read_grids(const cJSON *root, struct wgc_manifest *manifest,
                                        struct wgc_err *err)
{
    static const struct wgc_manifest_section cells = {"cells", sizeof *manifest->cell, SIZE_MAX,
                                                      read_cell};
    static const struct wgc_manifest_section grids = {"grids", sizeof *manifest->grid, SIZE_MAX,
                                                      read_grid};
    enum wgc_status status = wgc_manifest_read_section(
        root, &cells, manifest, (void **)&manifest->cell, &manifest->cell_count, err);

    return status != WGC_OK
               ? status
               : wgc_manifest_read_section(root, &grids, manifest, (void **)&manifest->grid,
                                           &manifest->grid_count, err);
}

void wgc_manifest_free_grids(struct wgc_manifest *manifest)
{
    for (size_t i = 0; i < manifest->grid_count; i++) {
        free(manifest->grid[i].cell);
    }
    for (size_t i = 0; i < manifest->cell_count; i++) {
        free(manifest->cell[i].shape);
    }
    free(manifest->grid);
    free(manifest->cell);
}
