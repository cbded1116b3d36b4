/* What the supervisor is told of a device, and the report's "device" object. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worker/device.h"
#include "worker/features.h"

/* An array with the words of a text. */
static cJSON *words(const char *text)
{
    cJSON *array = cJSON_CreateArray();
    char *copy = strdup(text);
    char *rest = NULL;

    for (char *word = copy != NULL ? strtok_r(copy, " \n", &rest) : NULL; word != NULL;
         word = strtok_r(NULL, " \n", &rest)) {
        (void)cJSON_AddItemToArray(array, cJSON_CreateString(word));
    }
    free(copy);
    return array;
}

static cJSON *lines(const char *text)
{
    cJSON *array = cJSON_CreateArray();
    char *copy = strdup(text);
    char *rest = NULL;

    for (char *line = copy != NULL ? strtok_r(copy, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        (void)cJSON_AddItemToArray(array, cJSON_CreateString(line));
    }
    free(copy);
    return array;
}

static cJSON *c_versions(const struct wgc_facts *facts)
{
    cJSON *array = cJSON_CreateArray();

    for (size_t i = 0; i < facts->c_version_count; i++) {
        char text[16];
        unsigned version = facts->c_version[i];
        (void)snprintf(text, sizeof text, "%u.%u", version / 100, version / 10 % 10);
        (void)cJSON_AddItemToArray(array, cJSON_CreateString(text));
    }
    return array;
}

static void add_features(cJSON *object, const struct wgc_facts *facts)
{
    cJSON *features = cJSON_AddObjectToObject(object, "features");
    cJSON *evidence = cJSON_AddObjectToObject(object, "feature_evidence");

    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        enum wgc_feature feature = (enum wgc_feature)i;
        struct wgc_feature_answer answer = wgc_feature_decide(facts, feature);
        (void)cJSON_AddBoolToObject(features, wgc_feature_name(feature), answer.has);
        (void)cJSON_AddStringToObject(evidence, wgc_feature_name(feature), answer.by);
    }
}

static void add_limits(cJSON *object, const struct wgc_facts *facts)
{
    cJSON *limits = cJSON_AddObjectToObject(object, "limits");
    cJSON *sizes = cJSON_AddArrayToObject(limits, "max_work_item_sizes");

    for (int i = 0; i < 3; i++) {
        (void)cJSON_AddItemToArray(sizes, cJSON_CreateNumber((double)facts->max_work_item_size[i]));
    }
    const struct {
        const char *name;
        double value;
    } row[] = {
        {"max_work_group_size", (double)facts->max_work_group_size},
        {"max_num_sub_groups", (double)facts->max_sub_groups},
        {"max_compute_units", (double)facts->compute_units},
        {"max_clock_frequency_mhz", (double)facts->max_clock_mhz},
        {"local_mem_size", (double)facts->local_mem_size},
        {"global_mem_size", (double)facts->global_mem_size},
        {"max_mem_alloc_size", (double)facts->max_mem_alloc_size},
        {"address_bits", (double)facts->address_bits},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        (void)cJSON_AddNumberToObject(limits, row[i].name, row[i].value);
    }
}

static void add_fp(cJSON *object, const char *name, const struct wgc_fp_traits *fp)
{
    cJSON *traits = cJSON_AddObjectToObject(object, name);

    (void)cJSON_AddBoolToObject(traits, "round_to_nearest", fp->round_to_nearest);
    (void)cJSON_AddBoolToObject(traits, "denormals", fp->denormals);
}

static cJSON *device_object(const struct wgc_device *device, const char *notes)
{
    const struct wgc_facts *facts = &device->facts;
    cJSON *object = cJSON_CreateObject();
    cJSON *fp;

    (void)cJSON_AddNumberToObject(object, "index", device->index);
    (void)cJSON_AddStringToObject(object, "name", facts->name);
    (void)cJSON_AddStringToObject(object, "vendor", facts->vendor);
    (void)cJSON_AddStringToObject(object, "platform", facts->platform);
    (void)cJSON_AddStringToObject(object, "platform_version", facts->platform_text);
    if (device->selector != NULL) {
        (void)cJSON_AddStringToObject(object, "selector", device->selector);
    }
    (void)cJSON_AddStringToObject(object, "type",
                                  facts->is_cpu   ? "cpu"
                                  : facts->is_gpu ? "gpu"
                                                  : "other");
    (void)cJSON_AddStringToObject(object, "driver_version", facts->driver_version);
    (void)cJSON_AddStringToObject(object, "device_version", facts->device_version);
    (void)cJSON_AddStringToObject(object, "profile", facts->profile);
    (void)cJSON_AddBoolToObject(object, "compiler", facts->compiler);
    (void)cJSON_AddItemToObject(object, "opencl_c_versions", c_versions(facts));
    (void)cJSON_AddItemToObject(object, "opencl_c_features", words(facts->c_features));
    (void)cJSON_AddStringToObject(object, "il_version", facts->il_version);
    (void)cJSON_AddItemToObject(object, "extensions", words(facts->extensions));
    add_features(object, facts);
    add_limits(object, facts);
    fp = cJSON_AddObjectToObject(object, "floating_point");
    add_fp(fp, "half", &facts->fp_half);
    add_fp(fp, "float", &facts->fp_float);
    add_fp(fp, "double", &facts->fp_double);
    if (notes != NULL && notes[0] != '\0') {
        (void)cJSON_AddItemToObject(object, "notes", lines(notes));
    }
    return object;
}

enum wgc_status wgc_device_tell(const struct wgc_device *device, const char *notes,
                                uint32_t driver_milliseconds, struct wgc_device_info *info,
                                struct wgc_err *err)
{
    const struct wgc_facts *facts = &device->facts;
    cJSON *object = device_object(device, notes);

    *info = (struct wgc_device_info){
        .index = device->index,
        .name = strdup(facts->name),
        .json = cJSON_PrintUnformatted(object),
        .features = device->features,
        .is_cpu = facts->is_cpu,
        .has_compiler = facts->compiler,
        .compute_units = facts->compute_units,
        .max_work_group_size = facts->max_work_group_size,
        .driver_milliseconds = driver_milliseconds,
    };
    for (int i = 0; i < 3; i++) {
        info->max_work_item_size[i] = facts->max_work_item_size[i];
    }
    cJSON_Delete(object);
    if (info->name == NULL || info->json == NULL) {
        wgc_device_info_free(info);
        return wgc_err_memory(err, "the description of a device");
    }
    return WGC_OK;
}
