#include <string.h>

#include "base/json.h"
#include "report_file/parts.h"
#include "suite/tables.h"

static const char *const kinds[WGC_ABOUT_KIND_COUNT] = {
    [WGC_ABOUT_OTHER] = "other",
    [WGC_ABOUT_LACKS] = "lacks",
    [WGC_ABOUT_LOCAL_SIZE] = "local_size",
    [WGC_ABOUT_REQUIRED_SIZE] = "required_size",
    [WGC_ABOUT_CALL] = "call",
};

static const char *const limits[WGC_LIMIT_COUNT] = {
    [WGC_LIMIT_SIDE] = "CL_DEVICE_MAX_WORK_ITEM_SIZES",
    [WGC_LIMIT_DEVICE] = "CL_DEVICE_MAX_WORK_GROUP_SIZE",
    [WGC_LIMIT_KERNEL] = "CL_KERNEL_WORK_GROUP_SIZE",
    [WGC_LIMIT_LOCAL_MEM] = "CL_DEVICE_LOCAL_MEM_SIZE",
};

static const char *lack_name(unsigned feature)
{
    return feature == WGC_LACKS_COMPILER ? "compiler"
           : feature < WGC_FEATURE_COUNT ? wgc_feature_name((enum wgc_feature)feature)
                                         : "";
}

/* The place of a name in a list; count: it has none. */
static size_t find(const char *const *name, size_t count, const char *text)
{
    size_t i = 0;

    while (i < count && strcmp(name[i], text) != 0) {
        i++;
    }
    return i;
}

/* The one that the reason names first comes first. */
static void put_lacks(struct wgc_buf *out, const struct wgc_about *about)
{
    wgc_buf_printf(out, ",\"features\":[\"%s\"", lack_name(about->first));
    for (unsigned i = 0; i <= WGC_LACKS_COMPILER; i++) {
        if (i != about->first && (about->lacks >> i & 1) != 0) {
            wgc_buf_printf(out, ",\"%s\"", lack_name(i));
        }
    }
    wgc_buf_char(out, ']');
}

void wgc_about_put_json(struct wgc_buf *out, const struct wgc_about *about)
{
    if (about->kind == WGC_ABOUT_OTHER) {
        return;
    }
    wgc_buf_printf(out, ",\"about\":{\"kind\":\"%s\"", kinds[about->kind]);
    if (about->kind == WGC_ABOUT_LACKS) {
        put_lacks(out, about);
    } else if (about->kind == WGC_ABOUT_LOCAL_SIZE) {
        wgc_buf_printf(out, ",\"limit\":\"%s\"", limits[about->limit]);
    }
    wgc_buf_char(out, '}');
}

/* Features of a newer version are left out. */
static enum wgc_status get_lacks(const cJSON *object, struct wgc_about *about, struct wgc_err *err)
{
    const cJSON *array, *item;
    enum wgc_status status = wgc_json_array(object, "features", &array, err);

    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(item, array)
    {
        const char *name = cJSON_GetStringValue(item);
        if (name == NULL) {
            return wgc_field_wrong(err, "features", "an array of strings");
        }
        for (unsigned i = 0; i <= WGC_LACKS_COMPILER; i++) {
            if (strcmp(lack_name(i), name) == 0) {
                wgc_about_add_lack(about, i);
            }
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_about_get_json(const cJSON *object, struct wgc_about *about,
                                   struct wgc_err *err)
{
    const cJSON *item;
    const char *text;
    enum wgc_status status = wgc_field_part(object, "about", WGC_OPTIONAL, false, &item, err);

    *about = (struct wgc_about){0};
    if (status == WGC_OK && item != NULL) {
        status = wgc_json_string(item, "kind", &text, err);
    }
    if (status != WGC_OK || item == NULL) {
        return status;
    }
    const size_t kind = find(kinds, WGC_ABOUT_KIND_COUNT, text);
    if (kind == WGC_ABOUT_LACKS) {
        return get_lacks(item, about, err);
    }
    if (kind == WGC_ABOUT_LOCAL_SIZE) {
        status = wgc_json_string(item, "limit", &text, err);
        const size_t limit = status == WGC_OK ? find(limits, WGC_LIMIT_COUNT, text) : 0;
        if (status != WGC_OK || limit == WGC_LIMIT_COUNT) {
            return status != WGC_OK ? status : wgc_field_wrong(err, "limit", "the name of a limit");
        }
        about->limit = (enum wgc_size_limit)limit;
    }
    about->kind = kind == WGC_ABOUT_KIND_COUNT ? WGC_ABOUT_OTHER : (enum wgc_about_kind)kind;
    return WGC_OK;
}
