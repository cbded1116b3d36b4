#include "record/device.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "record/part.h"
#include "suite/tables.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* Rows of a table of texts: the member of the struct, and the key in the object. */
#define MACHINE(member)                                                                            \
    {                                                                                              \
#member, offsetof(struct wgc_record_machine, member)                                       \
    }
#define LOADER(member)                                                                             \
    {                                                                                              \
#member, offsetof(struct wgc_record_loader, member)                                        \
    }
#define DEVICE(key, member)                                                                        \
    {                                                                                              \
        key, offsetof(struct wgc_record_device, member)                                            \
    }

static const struct wgc_part_text machine_text[] = {MACHINE(system), MACHINE(release),
                                                    MACHINE(machine), MACHINE(name)};
static const struct wgc_part_text loader_text[] = {LOADER(name), LOADER(vendor), LOADER(version),
                                                   LOADER(library)};
static const struct wgc_part_text device_text[] = {
    DEVICE("name", name),
    DEVICE("vendor", vendor),
    DEVICE("device_type", device_type),
    DEVICE("selector", selector),
    DEVICE("platform", platform),
    DEVICE("platform_version", platform_version),
    DEVICE("platform_profile", platform_profile),
    DEVICE("driver_version", driver_version),
    DEVICE("device_version", device_version),
    DEVICE("opencl_c_version", opencl_c_version),
    DEVICE("il_version", il_version),
    DEVICE("latest_conformance_version_passed", conformance_version),
};
static const struct wgc_part_text git_text[] = {{"tag", offsetof(struct wgc_record_git, tag)}};

static const struct wgc_part_texts machine_texts = {machine_text, COUNT_OF(machine_text)};
static const struct wgc_part_texts loader_texts = {loader_text, COUNT_OF(loader_text)};
static const struct wgc_part_texts device_texts = {device_text, COUNT_OF(device_text)};
static const struct wgc_part_texts git_texts = {git_text, COUNT_OF(git_text)};

/* The text of the whole object and the strings in it. json is the part's member. */
static bool read_object(const cJSON *object, char **json, struct wgc_part_texts texts, void *part)
{
    *json = wgc_part_json(object);
    return *json != NULL && wgc_part_read_texts(object, texts, part);
}

static bool read_machine(const cJSON *object, struct wgc_record_machine *part)
{
    return read_object(object, &part->json, machine_texts, part);
}

void wgc_record_machine_free(struct wgc_record_machine *part)
{
    free(part->json);
    wgc_part_free_texts(machine_texts, part);
    *part = (struct wgc_record_machine){0};
}

/* The features, each by its own name in suite/features.def. */
static void read_features(const cJSON *object, struct wgc_record_device *part)
{
    const cJSON *features = wgc_part_member(object, "features");

    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        const char *name = wgc_feature_name((enum wgc_feature)i);
        const cJSON *item = wgc_part_member(features, name);
        part->features |= cJSON_IsTrue(item) ? bit : 0;
        part->features_missing |= cJSON_IsFalse(item) ? bit : 0;
    }
}

static bool read_device(const cJSON *object, struct wgc_record_device *part)
{
    const cJSON *limits = wgc_part_member(object, "limits");
    const cJSON *sizes = wgc_part_member(limits, "max_work_item_sizes");
    const cJSON *target = wgc_part_member(object, "target");
    const cJSON *loader = wgc_part_member(object, "loader");

    const cJSON *bits = wgc_part_member(limits, "address_bits");
    const cJSON *platform = wgc_part_member(object, "platform_index");

    read_features(object, part);
    part->is_default = cJSON_IsTrue(wgc_part_member(object, "default_device")) != 0;
    part->platform_index = cJSON_IsNumber(platform) ? platform->valueint : -1;
    part->address_bits = cJSON_IsNumber(bits) && bits->valuedouble <= 32.0 ? 32 : 64;
    part->no_compiler = cJSON_IsFalse(wgc_part_member(object, "compiler")) != 0;
    part->max_work_group_size = wgc_part_number(wgc_part_member(limits, "max_work_group_size"));
    for (int i = 0; i < 3; i++) {
        part->max_work_item_size[i] = wgc_part_number(cJSON_GetArrayItem(sizes, i));
    }
    return read_object(object, &part->json, device_texts, part) &&
           (target == NULL ||
            read_object(target, &part->target.json, machine_texts, &part->target)) &&
           (loader == NULL || read_object(loader, &part->loader.json, loader_texts, &part->loader));
}

void wgc_record_device_free(struct wgc_record_device *part)
{
    free(part->json);
    wgc_part_free_texts(device_texts, part);
    wgc_record_machine_free(&part->target);
    free(part->loader.json);
    wgc_part_free_texts(loader_texts, &part->loader);
    *part = (struct wgc_record_device){0};
}

static void free_list(char **list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(list[i]);
    }
    free(list);
}

/* The strings of an array. */
static bool read_list(const cJSON *array, char ***list, size_t *count)
{
    const cJSON *item;

    *list = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof **list);
    if (*list == NULL) {
        return false;
    }
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item)) {
            continue;
        }
        (*list)[*count] = strdup(item->valuestring);
        if ((*list)[*count] == NULL) {
            return false;
        }
        ++*count;
    }
    return true;
}

static bool read_git(const cJSON *object, struct wgc_record_git *part)
{
    return read_object(object, &part->json, git_texts, part) &&
           read_list(wgc_part_member(object, "patches"), &part->patch, &part->patch_count) &&
           read_list(wgc_part_member(object, "modified"), &part->modified, &part->modified_count);
}

void wgc_record_git_free(struct wgc_record_git *part)
{
    free(part->json);
    wgc_part_free_texts(git_texts, part);
    free_list(part->patch, part->patch_count);
    free_list(part->modified, part->modified_count);
    *part = (struct wgc_record_git){0};
}

/* How a part is read, from an object and from text. */
#define WGC_PART(name, what)                                                                       \
    enum wgc_status wgc_record_##name##_read(const cJSON *object, struct wgc_record_##name *part,  \
                                             struct wgc_err *err)                                  \
    {                                                                                              \
        wgc_record_##name##_free(part);                                                            \
        if (!cJSON_IsObject(object)) {                                                             \
            return wgc_err_set(err, WGC_ERR_INPUT, what " must be an object");                     \
        }                                                                                          \
        if (read_##name(object, part)) {                                                           \
            return WGC_OK;                                                                         \
        }                                                                                          \
        wgc_record_##name##_free(part);                                                            \
        return wgc_err_memory(err, what);                                                          \
    }                                                                                              \
    enum wgc_status wgc_record_##name##_parse(const char *text, struct wgc_record_##name *part,    \
                                              struct wgc_err *err)                                 \
    {                                                                                              \
        cJSON *root = NULL;                                                                        \
        enum wgc_status status = wgc_json_parse(what, text, strlen(text), &root, err);             \
        if (status == WGC_OK) {                                                                    \
            status = wgc_record_##name##_read(root, part, err);                                    \
        }                                                                                          \
        cJSON_Delete(root);                                                                        \
        return status;                                                                             \
    }

WGC_PART(machine, "a machine")
WGC_PART(device, "a device")
WGC_PART(git, "the state of the sources")
