#include "device/parts.h"

#include <stdlib.h>
#include <string.h>

#include "device/text.h"

static bool is_device_text(const struct wgc_cl *cl, cl_device_id device, cl_device_info parameter,
                           const char *text)
{
    size_t size;
    int code;
    char *bytes = wgc_device_bytes(cl, device, parameter, &size, &code);
    char *clean = wgc_text_clean(bytes, bytes != NULL ? size : 0, WGC_TEXT_ONE_LINE);
    bool same = clean != NULL && strcmp(clean, text) == 0;

    free(clean);
    free(bytes);
    return same;
}

static bool is_same_name(const struct wgc_cl *cl, const struct wgc_device_place *place,
                         const struct wgc_properties *properties)
{
    char *platform = wgc_platform_text(cl, place->platform, CL_PLATFORM_NAME);
    bool same = platform != NULL && strcmp(platform, properties->platform) == 0;

    free(platform);
    return same && is_device_text(cl, place->id, CL_DEVICE_NAME,
                                  wgc_property_text(properties, WGC_DEVICE_NAME));
}

char *wgc_device_selector(const struct wgc_cl *cl, const struct wgc_device_places *places,
                          size_t index, const struct wgc_properties *properties)
{
    struct wgc_buf text = {0};
    bool other_name = false;
    bool other_version = false;
    size_t before = 0; /* devices with the same names and driver version */

    for (size_t i = 0; i < places->count; i++) {
        if (i == index || !is_same_name(cl, &places->item[i], properties)) {
            continue;
        }
        bool same = is_device_text(cl, places->item[i].id, CL_DRIVER_VERSION,
                                   wgc_property_text(properties, WGC_DRIVER_VERSION));
        other_name = true;
        other_version = other_version || same;
        before += same && i < index;
    }
    wgc_buf_printf(&text, "%s/%s", properties->platform,
                   wgc_property_text(properties, WGC_DEVICE_NAME));
    if (other_name) {
        wgc_buf_printf(&text, " %s", wgc_property_text(properties, WGC_DRIVER_VERSION));
    }
    if (other_version) {
        wgc_buf_printf(&text, "#%zu", before + 1);
    }
    if (text.failed) {
        wgc_buf_free(&text);
    }
    return text.data;
}
