#include "cli/parts.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <string.h>

#include "suite/tables.h"

enum { LABEL_WIDTH = 32 };

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const char *text_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(member(object, name));

    return text == NULL || text[0] == '\0' ? "none" : text;
}

static uint64_t number_of(const cJSON *object, const char *name)
{
    const cJSON *item = member(object, name);

    return cJSON_IsNumber(item) && item->valuedouble >= 0.0 ? (uint64_t)item->valuedouble : 0;
}

static void put_label(struct wgc_buf *out, const char *label)
{
    wgc_buf_printf(out, "  %-*s ", LABEL_WIDTH, label);
}

static void put_line(struct wgc_buf *out, const char *label, const char *text)
{
    put_label(out, label);
    wgc_buf_printf(out, "%s\n", text);
}

static bool has(const struct wgc_device_info *info, int feature)
{
    return feature < 0 || (info->features >> feature & 1) != 0;
}

/* How many of the extensions of sub-groups the device has. */
static unsigned count_extensions(const struct wgc_device_info *info)
{
    static const enum wgc_feature extensions[] = {
        WGC_FEATURE_subgroup_extended_types,   WGC_FEATURE_subgroup_non_uniform_arithmetic,
        WGC_FEATURE_subgroup_clustered_reduce, WGC_FEATURE_subgroup_non_uniform_vote,
        WGC_FEATURE_subgroup_ballot,           WGC_FEATURE_subgroup_shuffle,
        WGC_FEATURE_subgroup_shuffle_relative, WGC_FEATURE_subgroup_rotate};
    unsigned count = 0;

    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        count += has(info, (int)extensions[i]);
    }
    return count;
}

/* What the device supports, in a few words; -v has each feature. */
static void put_support(struct wgc_buf *out, const struct wgc_device_info *info)
{
    static const struct {
        enum wgc_feature feature;
        const char *word;
    } more[] = {
        {WGC_FEATURE_fp16, "half"}, {WGC_FEATURE_fp64, "double"}, {WGC_FEATURE_spirv, "SPIR-V"}};
    const bool collectives = has(info, WGC_FEATURE_collective_functions);
    const bool sub_groups = has(info, WGC_FEATURE_subgroups);

    wgc_buf_text(out, collectives ? "work-group collectives" : "no work-group collectives");
    if (has(info, WGC_FEATURE_uniform_arithmetic)) {
        wgc_buf_text(out, " (uniform arithmetic too)");
    }
    wgc_buf_text(out, sub_groups ? ", sub-groups" : ", no sub-groups");
    if (sub_groups && count_extensions(info) > 0) {
        wgc_buf_printf(out, " (%u of 8 extensions)", count_extensions(info));
    }
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        wgc_buf_printf(out, "%s%s", has(info, (int)more[i].feature) ? ", " : "",
                       has(info, (int)more[i].feature) ? more[i].word : "");
    }
}

static void put_short(struct wgc_buf *out, const struct wgc_device_info *info, const cJSON *device)
{
    wgc_buf_printf(out, "%" PRIu32 ": %s [%s] (%s): ", info->index, info->name,
                   text_of(device, "platform"), text_of(device, "type"));
    put_support(out, info);
    wgc_buf_char(out, '\n');
}

static void put_words(struct wgc_buf *out, const char *label, const cJSON *array)
{
    const cJSON *item;

    put_label(out, label);
    cJSON_ArrayForEach(item, array)
    {
        const char *word = cJSON_GetStringValue(item);
        wgc_buf_printf(out, "%s%s", item == array->child ? "" : " ", word == NULL ? "?" : word);
    }
    wgc_buf_text(out, cJSON_GetArraySize(array) == 0 ? "none\n" : "\n");
}

static void put_types(struct wgc_buf *out, const struct wgc_device_info *info)
{
    const char *before = "";

    put_label(out, "types");
    for (int i = 0; i < WGC_TYPE_COUNT; i++) {
        const struct wgc_type_info *type = wgc_type_info((enum wgc_type)i);
        if (has(info, type->feature)) {
            wgc_buf_printf(out, "%s%s", before, type->name);
            before = " ";
        }
    }
    wgc_buf_char(out, '\n');
}

/* Each feature with its source: drivers advertise features in several ways. */
static void put_evidence(struct wgc_buf *out, const struct wgc_device_info *info,
                         const cJSON *evidence)
{
    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        const char *name = wgc_feature_name((enum wgc_feature)i);
        put_label(out, name);
        wgc_buf_printf(out, "%s (%s)\n", has(info, i) ? "yes" : "no", text_of(evidence, name));
    }
}

static void put_limits(struct wgc_buf *out, const struct wgc_device_info *info, const cJSON *limits)
{
    put_label(out, "work-group");
    wgc_buf_printf(
        out, "up to %" PRIu64 " work-items, sides up to %" PRIu64 " x %" PRIu64 " x %" PRIu64 "\n",
        info->max_work_group_size, info->max_work_item_size[0], info->max_work_item_size[1],
        info->max_work_item_size[2]);
    put_label(out, "sub-groups of a work-group");
    wgc_buf_printf(out, "up to %" PRIu64 "\n", number_of(limits, "max_num_sub_groups"));
    put_label(out, "local memory");
    wgc_buf_printf(out, "%" PRIu64 " bytes\n", number_of(limits, "local_mem_size"));
    put_label(out, "global memory");
    wgc_buf_printf(out, "%" PRIu64 " bytes, %" PRIu64 " in one buffer\n",
                   number_of(limits, "global_mem_size"), number_of(limits, "max_mem_alloc_size"));
}

static void put_floats(struct wgc_buf *out, const struct wgc_device_info *info, const cJSON *floats)
{
    for (int i = 0; i < WGC_TYPE_COUNT; i++) {
        const struct wgc_type_info *type = wgc_type_info((enum wgc_type)i);
        const cJSON *traits = member(floats, type->name);
        if (traits != NULL && has(info, type->feature)) {
            put_label(out, type->name);
            wgc_buf_printf(
                out, "%s, %s%s\n",
                cJSON_IsTrue(member(traits, "round_to_nearest")) ? "rounds to nearest"
                                                                 : "rounds to zero",
                cJSON_IsTrue(member(traits, "denormals")) ? "has denormals" : "may flush denormals",
                cJSON_IsFalse(member(traits, "inf_nan")) ? ", no infinities and NaN" : "");
        }
    }
}

static void put_details(struct wgc_buf *out, const struct wgc_device_info *info,
                        const cJSON *device)
{
    wgc_buf_printf(out, "%" PRIu32 ": %s\n", info->index, info->name);
    put_line(out, "platform", text_of(device, "platform"));
    put_line(out, "vendor", text_of(device, "vendor"));
    put_line(out, "type", text_of(device, "type"));
    put_label(out, "compute units");
    wgc_buf_printf(out, "%" PRIu32 "\n", info->compute_units);
    put_line(out, "driver", text_of(device, "driver_version"));
    put_line(out, "version", text_of(device, "device_version"));
    put_line(out, "profile", text_of(device, "profile"));
    put_words(out, "OpenCL C", member(device, "opencl_c_versions"));
    put_line(out, "SPIR-V", text_of(device, "il_version"));
    put_evidence(out, info, member(device, "feature_evidence"));
    put_types(out, info);
    put_floats(out, info, member(device, "floating_point"));
    put_limits(out, info, member(device, "limits"));
}

void wgc_show_devices(const struct wgc_device_list *list, enum wgc_device_style style,
                      struct wgc_buf *out)
{
    wgc_buf_text(out, style == WGC_DEVICES_JSON ? "[" : "");
    for (size_t i = 0; i < list->count; i++) {
        const struct wgc_device_info *info = &list->item[i];
        cJSON *device = cJSON_Parse(info->json);
        if (style == WGC_DEVICES_JSON) {
            wgc_buf_text(out, i == 0 ? "\n" : ",\n");
            wgc_buf_text(out, info->json);
        } else if (style == WGC_DEVICES_LINES) {
            put_short(out, info, device);
        } else {
            wgc_buf_text(out, i == 0 ? "" : "\n");
            put_details(out, info, device);
        }
        cJSON_Delete(device);
    }
    wgc_buf_text(out, style == WGC_DEVICES_JSON ? "\n]\n" : "");
}
