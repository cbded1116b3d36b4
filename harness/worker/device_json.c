/* What the supervisor is told of a device, and the report's "device" object. */
#include <inttypes.h>
#include <string.h>

#include "base/json_put.h"
#include "base/machine.h"
#include "worker/device.h"
#include "worker/features.h"

/* An array of the parts of a text that the separators leave. */
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

static void put_c_versions(struct wgc_buf *out, const struct wgc_facts *facts)
{
    wgc_json_put_name(out, "opencl_c_versions");
    wgc_buf_char(out, '[');
    for (size_t i = 0; i < facts->c_version_count; i++) {
        unsigned version = facts->c_version[i];
        wgc_json_put_item(out);
        wgc_buf_printf(out, "\"%u.%u\"", version / 100, version / 10 % 10);
    }
    wgc_buf_char(out, ']');
}

static void put_features(struct wgc_buf *out, const struct wgc_facts *facts)
{
    wgc_json_put_name(out, "features");
    wgc_buf_char(out, '{');
    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        enum wgc_feature feature = (enum wgc_feature)i;
        wgc_json_put_bool(out, wgc_feature_name(feature), wgc_feature_decide(facts, feature).has);
    }
    wgc_buf_char(out, '}');
    wgc_json_put_name(out, "feature_evidence");
    wgc_buf_char(out, '{');
    for (int i = 0; i < WGC_FEATURE_COUNT; i++) {
        enum wgc_feature feature = (enum wgc_feature)i;
        wgc_json_put_text(out, wgc_feature_name(feature), wgc_feature_decide(facts, feature).by);
    }
    wgc_buf_char(out, '}');
}

static void put_limits(struct wgc_buf *out, const struct wgc_facts *facts)
{
    const uint64_t *side = facts->max_work_item_size;
    const struct {
        const char *name;
        uint64_t value;
    } row[] = {
        {"max_work_group_size", facts->max_work_group_size},
        {"max_num_sub_groups", facts->max_sub_groups},
        {"max_compute_units", facts->compute_units},
        {"max_clock_frequency_mhz", facts->max_clock_mhz},
        {"local_mem_size", facts->local_mem_size},
        {"global_mem_size", facts->global_mem_size},
        {"max_mem_alloc_size", facts->max_mem_alloc_size},
        {"address_bits", facts->address_bits},
    };

    wgc_json_put_name(out, "limits");
    wgc_buf_printf(out, "{\"max_work_item_sizes\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", side[0],
                   side[1], side[2]);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        wgc_json_put_number(out, row[i].name, row[i].value);
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

static void put_names(struct wgc_buf *out, const struct wgc_device *device)
{
    const struct wgc_facts *facts = &device->facts;

    wgc_json_put_number(out, "index", device->index);
    wgc_json_put_text(out, "name", facts->name);
    wgc_json_put_text(out, "vendor", facts->vendor);
    wgc_json_put_text(out, "platform", facts->platform);
    wgc_json_put_text(out, "platform_version", facts->platform_text);
    if (device->selector != NULL) {
        wgc_json_put_text(out, "selector", device->selector);
    }
    wgc_json_put_text(out, "type", facts->is_cpu ? "cpu" : facts->is_gpu ? "gpu" : "other");
    wgc_json_put_text(out, "driver_version", facts->driver_version);
    wgc_json_put_text(out, "device_version", facts->device_version);
    wgc_json_put_text(out, "profile", facts->profile);
    wgc_json_put_bool(out, "compiler", facts->compiler);
}

/* The report's "device" object; NULL without memory. */
static char *device_json(const struct wgc_device *device, const char *notes)
{
    const struct wgc_facts *facts = &device->facts;
    struct wgc_buf out = {0};

    wgc_buf_char(&out, '{');
    put_names(&out, device);
    put_c_versions(&out, facts);
    put_parts(&out, "opencl_c_features", facts->c_features, " \n");
    wgc_json_put_text(&out, "il_version", facts->il_version);
    put_parts(&out, "extensions", facts->extensions, " \n");
    put_features(&out, facts);
    put_limits(&out, facts);
    wgc_json_put_name(&out, "floating_point");
    wgc_buf_char(&out, '{');
    put_fp(&out, "half", &facts->fp_half);
    put_fp(&out, "float", &facts->fp_float);
    put_fp(&out, "double", &facts->fp_double);
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

enum wgc_status wgc_device_tell(const struct wgc_device *device, const char *notes,
                                uint32_t driver_milliseconds, struct wgc_device_info *info,
                                struct wgc_err *err)
{
    const struct wgc_facts *facts = &device->facts;

    *info = (struct wgc_device_info){
        .index = device->index,
        .name = strdup(facts->name),
        .json = device_json(device, notes),
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
    if (info->name == NULL || info->json == NULL) {
        wgc_device_info_free(info);
        return wgc_err_memory(err, "the description of a device");
    }
    return WGC_OK;
}
