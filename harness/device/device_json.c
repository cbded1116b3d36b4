/* The description of a device for the supervisor, with the report's "device" object. */
#include <inttypes.h>
#include <string.h>

#include "base/json_put.h"
#include "base/machine.h"
#include "device/device.h"
#include "device/features.h"
#include "device/parts.h"

/* An array of the parts of a text between separators. */
static void put_parts(struct wgc_buf *out, const char *name, const char *text,
                      const char *separators)
{
    wgc_json_put_name(out, name);
    wgc_buf_char(out, '[');
    for (text += strspn(text, separators); *text != '\0'; text += strspn(text, separators)) {
        struct wgc_buf part = {0};
        wgc_buf_add(&part, text, strcspn(text, separators));
        wgc_json_put_item(out);
        wgc_json_put_string(out, part.failed ? "" : part.data);
        out->failed = out->failed || part.failed;
        wgc_buf_free(&part);
        text += strcspn(text, separators);
    }
    wgc_buf_char(out, ']');
}

static void put_c_versions(struct wgc_buf *out, const struct wgc_properties *properties)
{
    wgc_json_put_name(out, "opencl_c_versions");
    wgc_buf_char(out, '[');
    for (size_t i = 0; i < properties->c_version_count; i++) {
        unsigned version = properties->c_version[i];
        wgc_json_put_item(out);
        wgc_buf_printf(out, "\"%u.%u\"", WGC_VERSION_PARTS(version));
    }
    wgc_buf_char(out, ']');
}

static void put_c_features(struct wgc_buf *out, const struct wgc_properties *properties)
{
    const struct wgc_property_value *list = &properties->value[WGC_DEVICE_OPENCL_C_FEATURES];

    wgc_json_put_name(out, "opencl_c_features");
    wgc_buf_char(out, '[');
    for (size_t i = 0; i < list->count; i++) {
        wgc_json_put_item(out);
        wgc_json_put_string(out, list->item[i].name);
    }
    wgc_buf_char(out, ']');
}

static void put_features(struct wgc_buf *out, const struct wgc_properties *properties)
{
    wgc_json_put_name(out, "features");
    wgc_buf_char(out, '{');
    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        enum wgc_feature feature = (enum wgc_feature)i;
        wgc_json_put_bool(out, wgc_feature_name(feature),
                          wgc_feature_support(properties, feature).has);
    }
    wgc_buf_char(out, '}');
    wgc_json_put_name(out, "feature_evidence");
    wgc_buf_char(out, '{');
    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        enum wgc_feature feature = (enum wgc_feature)i;
        wgc_json_put_text(out, wgc_feature_name(feature),
                          wgc_feature_support(properties, feature).by);
    }
    wgc_buf_char(out, '}');
}

static void put_limits(struct wgc_buf *out, const struct wgc_properties *properties)
{
    static const struct {
        const char *name;
        enum wgc_property property;
    } row[] = {
        {"max_work_group_size", WGC_DEVICE_MAX_WORK_GROUP_SIZE},
        {"max_num_sub_groups", WGC_DEVICE_MAX_NUM_SUB_GROUPS},
        {"max_compute_units", WGC_DEVICE_MAX_COMPUTE_UNITS},
        {"max_clock_frequency_mhz", WGC_DEVICE_MAX_CLOCK_FREQUENCY},
        {"local_mem_size", WGC_DEVICE_LOCAL_MEM_SIZE},
        {"global_mem_size", WGC_DEVICE_GLOBAL_MEM_SIZE},
        {"max_mem_alloc_size", WGC_DEVICE_MAX_MEM_ALLOC_SIZE},
        {"address_bits", WGC_DEVICE_ADDRESS_BITS},
    };
    const uint64_t *side = properties->value[WGC_DEVICE_MAX_WORK_ITEM_SIZES].size;

    wgc_json_put_name(out, "limits");
    wgc_buf_printf(out, "{\"max_work_item_sizes\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", side[0],
                   side[1], side[2]);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        wgc_json_put_number(out, row[i].name, wgc_property_number(properties, row[i].property));
    }
    wgc_buf_char(out, '}');
}

static void put_fp(struct wgc_buf *out, const char *name, const struct wgc_fp_traits *fp)
{
    wgc_json_put_name(out, name);
    wgc_buf_char(out, '{');
    wgc_json_put_bool(out, "round_to_nearest", fp->round_to_nearest);
    wgc_json_put_bool(out, "denormals", fp->denormals);
    wgc_json_put_bool(out, "inf_nan", fp->inf_nan);
    wgc_json_put_bool(out, "signed_zeros", fp->signed_zeros);
    wgc_buf_char(out, '}');
}

static void put_device_type(struct wgc_buf *out, uint64_t type)
{
    static const struct {
        uint64_t bit;
        const char *name;
    } row[] = {
        {CL_DEVICE_TYPE_DEFAULT, "CL_DEVICE_TYPE_DEFAULT"},
        {CL_DEVICE_TYPE_CPU, "CL_DEVICE_TYPE_CPU"},
        {CL_DEVICE_TYPE_GPU, "CL_DEVICE_TYPE_GPU"},
        {CL_DEVICE_TYPE_ACCELERATOR, "CL_DEVICE_TYPE_ACCELERATOR"},
        {CL_DEVICE_TYPE_CUSTOM, "CL_DEVICE_TYPE_CUSTOM"},
    };
    const char *before = "";

    wgc_json_put_name(out, "device_type");
    wgc_buf_char(out, '"');
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if ((type & row[i].bit) != 0) {
            wgc_buf_printf(out, "%s%s", before, row[i].name);
            before = " | ";
        }
    }
    wgc_buf_char(out, '"');
}

/* What a submission to Khronos also needs. */
static void put_submission(struct wgc_buf *out, const struct wgc_device *device)
{
    const struct wgc_properties *properties = &device->properties;

    wgc_json_put_number(out, "platform_index", device->place.platform_index);
    wgc_json_put_text(out, "platform_profile", properties->platform_profile);
    put_device_type(out, wgc_property_number(properties, WGC_DEVICE_TYPE));
    wgc_json_put_bool(out, "default_device", device->place.is_default);
    wgc_json_put_text(out, "opencl_c_version",
                      wgc_property_text(properties, WGC_DEVICE_OPENCL_C_VERSION));
    wgc_json_put_text(out, "latest_conformance_version_passed",
                      wgc_property_text(properties, WGC_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED));
    wgc_json_put_name(out, "loader");
    wgc_loader_put(out, device->cl);
}

static void put_names(struct wgc_buf *out, const struct wgc_device *device)
{
    const struct wgc_properties *properties = &device->properties;
    const uint64_t type = wgc_property_number(properties, WGC_DEVICE_TYPE);

    wgc_json_put_number(out, "index", device->index);
    wgc_json_put_text(out, "name", wgc_property_text(properties, WGC_DEVICE_NAME));
    wgc_json_put_text(out, "vendor", wgc_property_text(properties, WGC_DEVICE_VENDOR));
    wgc_json_put_text(out, "platform", properties->platform);
    wgc_json_put_text(out, "platform_version", properties->platform_version_text);
    wgc_json_put_text(out, "selector", device->selector);
    wgc_json_put_text(out, "type",
                      (type & CL_DEVICE_TYPE_CPU) != 0   ? "cpu"
                      : (type & CL_DEVICE_TYPE_GPU) != 0 ? "gpu"
                                                         : "other");
    wgc_json_put_text(out, "driver_version", wgc_property_text(properties, WGC_DRIVER_VERSION));
    wgc_json_put_text(out, "device_version", wgc_property_text(properties, WGC_DEVICE_VERSION));
    wgc_json_put_text(out, "profile", wgc_property_text(properties, WGC_DEVICE_PROFILE));
    wgc_json_put_bool(out, "compiler", wgc_has_compiler(properties));
}

/* The report's "device" object; NULL without memory. */
static char *device_json(const struct wgc_device *device, const char *notes)
{
    const struct wgc_properties *properties = &device->properties;
    struct wgc_buf out = {0};

    wgc_buf_char(&out, '{');
    put_names(&out, device);
    put_submission(&out, device);
    put_c_versions(&out, properties);
    put_c_features(&out, properties);
    wgc_json_put_text(&out, "il_version", wgc_property_text(properties, WGC_DEVICE_IL_VERSION));
    put_parts(&out, "extensions", wgc_property_text(properties, WGC_DEVICE_EXTENSIONS), " \n");
    put_features(&out, properties);
    put_limits(&out, properties);
    wgc_json_put_name(&out, "floating_point");
    wgc_buf_char(&out, '{');
    put_fp(&out, "half", &properties->fp_half);
    put_fp(&out, "float", &properties->fp_float);
    put_fp(&out, "double", &properties->fp_double);
    wgc_buf_char(&out, '}');
    wgc_json_put_name(&out, "target");
    wgc_machine_put(&out);
    if (notes != NULL && notes[0] != '\0') {
        put_parts(&out, "notes", notes, "\n");
    }
    wgc_buf_char(&out, '}');
    if (out.failed) {
        wgc_buf_free(&out);
    }
    return out.data;
}

enum wgc_status wgc_device_describe(const struct wgc_device *device, const char *notes,
                                    uint32_t driver_milliseconds, struct wgc_device_info *info,
                                    struct wgc_err *err)
{
    const struct wgc_properties *properties = &device->properties;

    *info = (struct wgc_device_info){
        .index = device->index,
        .name = strdup(wgc_property_text(properties, WGC_DEVICE_NAME)),
        .json = device_json(device, notes),
        .features = device->features,
        .is_cpu = (wgc_property_number(properties, WGC_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0,
        .has_compiler = wgc_has_compiler(properties),
        .compute_units = (uint32_t)wgc_property_number(properties, WGC_DEVICE_MAX_COMPUTE_UNITS),
        .max_work_group_size = wgc_property_number(properties, WGC_DEVICE_MAX_WORK_GROUP_SIZE),
        .driver_milliseconds = driver_milliseconds,
    };
    for (int i = 0; i < 3; i++) {
        info->max_work_item_size[i] = properties->value[WGC_DEVICE_MAX_WORK_ITEM_SIZES].size[i];
    }
    if (info->name == NULL || info->json == NULL) {
        wgc_device_info_free(info);
        return wgc_err_memory(err, "the description of a device");
    }
    return WGC_OK;
}
