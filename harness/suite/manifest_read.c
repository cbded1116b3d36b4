#include "suite/manifest_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"

/* names of shapes stand in case names, which have a fixed room (plan/plan.h) */
enum { SIDE_LIMIT = 1 << 20, SHAPE_NAME_LIMIT = 20 };

/*
 * Gets the array "section" of the manifest and room for what it holds, zeroed. The count is given
 * out only then, so that freeing a half-read manifest never touches what was not made.
 */
static enum wgc_status open_section(const cJSON *root, const char *section, size_t item_size,
                                    const cJSON **array, void **items, size_t *count,
                                    struct wgc_err *err)
{
    enum wgc_status status = wgc_json_array(root, section, array, err);

    if (status != WGC_OK) {
        return status;
    }
    size_t size = (size_t)cJSON_GetArraySize(*array);
    if (size == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is empty", section);
    }
    *items = calloc(size, item_size);
    if (*items == NULL) {
        return wgc_err_memory(err, section);
    }
    *count = size;
    return WGC_OK;
}

static enum wgc_status read_sides(const cJSON *entry, struct wgc_shape *shape, struct wgc_err *err)
{
    const cJSON *sides;
    const cJSON *side;
    size_t at = 0;
    enum wgc_status status = wgc_json_array(entry, "side", &sides, err);

    if (status != WGC_OK) {
        return status;
    }
    if (cJSON_GetArraySize(sides) != 3) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"side\" must have three numbers");
    }
    cJSON_ArrayForEach(side, sides)
    {
        int64_t value;
        status = wgc_json_whole(side, "side", 1, SIDE_LIMIT, &value, err);
        if (status != WGC_OK) {
            return status;
        }
        if (at >= shape->rank && value != 1) {
            return wgc_err_set(err, WGC_ERR_INPUT, "sides past the rank must be 1");
        }
        shape->side[at++] = (size_t)value;
    }
    return WGC_OK;
}

static enum wgc_status read_shape(const cJSON *entry, struct wgc_shape *shape, struct wgc_err *err)
{
    const char *name;
    int64_t rank;
    enum wgc_status status = wgc_json_string(entry, "name", &name, err);

    if (status == WGC_OK && !wgc_manifest_is_name(name, SHAPE_NAME_LIMIT)) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "field \"name\" must be a name of a-z, 0-9 and _");
    }
    if (status == WGC_OK) {
        shape->name = strdup(name);
        status = shape->name == NULL ? wgc_err_memory(err, "a shape") : WGC_OK;
    }
    if (status == WGC_OK) {
        status = wgc_json_integer(entry, "rank", 1, 3, &rank, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    shape->rank = (unsigned)rank;
    shape->is_max = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(entry, "max"));
    return read_sides(entry, shape, err);
}

enum wgc_status wgc_manifest_read_shapes(const cJSON *root, struct wgc_manifest *manifest,
                                         struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *entry;
    size_t at = 0;
    enum wgc_status status = open_section(root, "shapes", sizeof *manifest->shape, &array,
                                          (void **)&manifest->shape, &manifest->shape_count, err);

    if (status == WGC_OK) {
        status =
            wgc_manifest_check_count("shapes", manifest->shape_count, WGC_MANIFEST_SHAPES, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(entry, array)
    {
        status = read_shape(entry, &manifest->shape[at], err);
        for (size_t i = 0; status == WGC_OK && i < at; i++) {
            if (strcmp(manifest->shape[i].name, manifest->shape[at].name) == 0) {
                status = wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is there twice",
                                     manifest->shape[at].name);
            }
        }
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "shapes[%zu]", at);
        }
        at++;
    }
    return WGC_OK;
}

static enum wgc_status read_slots(const cJSON *entry, struct wgc_form *form, struct wgc_err *err)
{
    const cJSON *slots;
    const cJSON *slot;
    enum wgc_status status = wgc_json_array(entry, "slots", &slots, err);

    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(slot, slots)
    {
        int value = cJSON_IsString(slot) ? wgc_slot_by_name(slot->valuestring) : -1;
        if (value < 0 || form->slot_count == WGC_MAX_SLOTS) {
            return wgc_err_set(err, WGC_ERR_INPUT, "field \"slots\": unknown slot, or more than %d",
                               WGC_MAX_SLOTS);
        }
        form->slot[form->slot_count++] = (enum wgc_slot)value;
    }
    return form->slot_count > 0 ? WGC_OK
                                : wgc_err_set(err, WGC_ERR_INPUT, "field \"slots\" is empty");
}

static enum wgc_status read_form(const cJSON *entry, struct wgc_form *form, struct wgc_err *err)
{
    int geometry = 0;
    const char *why;
    enum wgc_status status = wgc_manifest_name(entry, "name", &form->name, err);

    if (status == WGC_OK) {
        status = wgc_manifest_name(entry, "variant", &form->variant, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_enum(entry, "geometry", wgc_geometry_by_name, &geometry, err);
    }
    if (status == WGC_OK) {
        status = wgc_json_string(entry, "why", &why, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    form->geometry = (enum wgc_geometry)geometry;
    form->per_shape = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(entry, "per_shape"));
    form->feature = -1;
    form->why = strdup(why);
    if (form->why == NULL) {
        return wgc_err_memory(err, "a form");
    }
    if (cJSON_HasObjectItem(entry, "feature")) {
        status = wgc_manifest_enum(entry, "feature", wgc_feature_by_name, &form->feature, err);
    }
    return status != WGC_OK ? status : read_slots(entry, form, err);
}

enum wgc_status wgc_manifest_read_forms(const cJSON *root, struct wgc_manifest *manifest,
                                        struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *entry;
    size_t at = 0;
    enum wgc_status status = open_section(root, "forms", sizeof *manifest->form, &array,
                                          (void **)&manifest->form, &manifest->form_count, err);

    if (status == WGC_OK) {
        status = wgc_manifest_check_count("forms", manifest->form_count, WGC_MANIFEST_FORMS, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(entry, array)
    {
        status = read_form(entry, &manifest->form[at], err);
        for (size_t i = 0; status == WGC_OK && i < at; i++) {
            if (strcmp(manifest->form[i].name, manifest->form[at].name) == 0) {
                status = wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is there twice",
                                     manifest->form[at].name);
            }
        }
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "forms[%zu]", at);
        }
        at++;
    }
    return WGC_OK;
}

static enum wgc_status read_cell(const cJSON *entry, const struct wgc_manifest *manifest,
                                 struct wgc_cell *cell, struct wgc_err *err)
{
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
        status = open_section(entry, "shapes", sizeof *cell->shape, &shapes, (void **)&cell->shape,
                              &cell->shape_count, err);
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

/* A form and shape that stood in a grid twice would be two cases of one name. */
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
                                 struct wgc_grid *grid, struct wgc_err *err)
{
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
        enum wgc_status status = read_cell(entry, manifest, &grid->cell[at], err);
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "cell %zu", at);
        }
        at++;
    }
    return check_cells(manifest, grid, err);
}

enum wgc_status wgc_manifest_read_grids(const cJSON *root, struct wgc_manifest *manifest,
                                        struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *entry;
    size_t at = 0;
    enum wgc_status status = open_section(root, "grids", sizeof *manifest->grid, &array,
                                          (void **)&manifest->grid, &manifest->grid_count, err);

    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(entry, array)
    {
        status = read_grid(entry, manifest, &manifest->grid[at], err);
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "grids[%zu]", at);
        }
        at++;
    }
    return WGC_OK;
}
