#include "suite/manifest_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"

/* case names contain names of shapes and have a fixed size (plan/plan.h) */
enum { SIDE_LIMIT = 1 << 20, SHAPE_NAME_LIMIT = 20 };

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

static enum wgc_status read_new_shape(const cJSON *entry, const struct wgc_manifest *manifest,
                                      void *item, struct wgc_err *err)
{
    struct wgc_shape *shape = item;
    enum wgc_status status = read_shape(entry, shape, err);

    for (const struct wgc_shape *other = manifest->shape; status == WGC_OK && other < shape;
         other++) {
        if (strcmp(other->name, shape->name) == 0) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is there twice", shape->name);
        }
    }
    return status;
}

enum wgc_status wgc_manifest_read_shapes(const cJSON *root, struct wgc_manifest *manifest,
                                         struct wgc_err *err)
{
    static const struct wgc_manifest_section section = {"shapes", sizeof *manifest->shape,
                                                        WGC_MANIFEST_SHAPES, read_new_shape};

    return wgc_manifest_read_section(root, &section, manifest, (void **)&manifest->shape,
                                     &manifest->shape_count, err);
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

static enum wgc_status read_new_form(const cJSON *entry, const struct wgc_manifest *manifest,
                                     void *item, struct wgc_err *err)
{
    struct wgc_form *form = item;
    enum wgc_status status = read_form(entry, form, err);

    for (const struct wgc_form *other = manifest->form; status == WGC_OK && other < form; other++) {
        if (strcmp(other->name, form->name) == 0) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is there twice", form->name);
        }
    }
    return status;
}

enum wgc_status wgc_manifest_read_forms(const cJSON *root, struct wgc_manifest *manifest,
                                        struct wgc_err *err)
{
    static const struct wgc_manifest_section section = {"forms", sizeof *manifest->form,
                                                        WGC_MANIFEST_FORMS, read_new_form};

    return wgc_manifest_read_section(root, &section, manifest, (void **)&manifest->form,
                                     &manifest->form_count, err);
}
