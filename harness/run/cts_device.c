#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/system.h"
#include "record/device.h"
#include "run/parts.h"

static const struct {
    enum wgc_cts_type type;
    const char *word, *name;
} types[] = {
#define WGC_CTS_TYPE(name, word) {WGC_CTS_TYPE_##name, word, "CL_DEVICE_TYPE_" #name},
    WGC_CTS_TYPES(WGC_CTS_TYPE)
#undef WGC_CTS_TYPE
};

enum { TYPES = sizeof types / sizeof types[0] };

static enum wgc_status read_type(struct wgc_cts_device *chosen, struct wgc_err *err)
{
    static const char variable[] = "CL_DEVICE_TYPE";
    const char *value = wgc_setting(variable);

    for (size_t i = 0; value != NULL && i < TYPES; i++) {
        if (strcmp(value, types[i].word) == 0 || strcmp(value, types[i].name) == 0) {
            chosen->given = true;
            chosen->type = types[i].type;
            return WGC_OK;
        }
    }
    return value == NULL ? WGC_OK
                         : wgc_err_set(err, WGC_ERR_INPUT,
                                       "%s: \"%s\" is none of all, gpu, cpu, accelerator, custom, "
                                       "default, nor CL_DEVICE_TYPE_ALL and so on",
                                       variable, value);
}

static enum wgc_status read_index(const char *variable, int *index, bool *given,
                                  struct wgc_err *err)
{
    const char *value = wgc_setting(variable);

    if (value == NULL) {
        return WGC_OK;
    }
    if (!wgc_device_is_number(value)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: \"%s\" is not a number", variable, value);
    }
    *given = true;
    *index = (int)strtol(value, NULL, 10);
    return WGC_OK;
}

enum wgc_status wgc_cts_device_read(struct wgc_cts_device *chosen, struct wgc_err *err)
{
    *chosen = (struct wgc_cts_device){.type = WGC_CTS_TYPE_DEFAULT};
    enum wgc_status status = read_type(chosen, err);

    if (status == WGC_OK) {
        status = read_index("CL_PLATFORM_INDEX", &chosen->platform, &chosen->given, err);
    }
    if (status == WGC_OK) {
        status = read_index("CL_DEVICE_INDEX", &chosen->device, &chosen->given, err);
    }
    return status;
}

/* Whether the device is of the chosen type and platform. CL_DEVICE_TYPE_ALL
 * lists every device but custom ones. */
static bool is_candidate(const struct wgc_record_device *device,
                         const struct wgc_cts_device *chosen)
{
    const char *has = wgc_or_empty(device->device_type);

    if (device->platform_index != chosen->platform) {
        return false;
    }
    switch (chosen->type) {
    case WGC_CTS_TYPE_ALL:
        return strstr(has, "CL_DEVICE_TYPE_CUSTOM") == NULL;
    case WGC_CTS_TYPE_DEFAULT:
        return device->is_default;
    case WGC_CTS_TYPE_GPU:
    case WGC_CTS_TYPE_CPU:
    case WGC_CTS_TYPE_ACCELERATOR:
    case WGC_CTS_TYPE_CUSTOM:
        return strstr(has, types[chosen->type].name) != NULL;
    }
    return false;
}

enum wgc_status wgc_cts_device_match(const struct wgc_device_list *list,
                                     const struct wgc_cts_device *chosen, int *number,
                                     struct wgc_err *err)
{
    struct wgc_buf devices = {0};
    int candidates = 0;
    enum wgc_status status = WGC_OK;

    *number = -1;
    for (size_t i = 0; status == WGC_OK && i < list->count; i++) {
        struct wgc_record_device device = {0};
        status = wgc_record_device_parse(list->item[i].json, &device, err);
        wgc_buf_printf(&devices, "%s%u: %s [%s]", i == 0 ? "" : "; ", (unsigned)list->item[i].index,
                       list->item[i].name, wgc_or_empty(device.platform));
        if (is_candidate(&device, chosen) && candidates++ == chosen->device) {
            *number = (int)list->item[i].index;
        }
        wgc_record_device_free(&device);
    }
    status =
        *number >= 0 || status != WGC_OK
            ? status
            : wgc_err_set(err, WGC_ERR_INPUT,
                          "the environment chooses device %d of type %s on platform %d "
                          "(CL_DEVICE_INDEX, CL_DEVICE_TYPE, CL_PLATFORM_INDEX), and %d %s there; "
                          "the devices are %s",
                          chosen->device, types[chosen->type].word, chosen->platform, candidates,
                          candidates == 1 ? "is" : "are", wgc_buf_str(&devices));
    wgc_buf_free(&devices);
    return status;
}
