/* What clGetDeviceInfo answers, as it is: nothing is put right here. */
#include <stdlib.h>
#include <string.h>

#include "worker/ask.h"
#include "worker/facts_query.h"
#include "worker/spirv_lists.h"
#include "worker/text.h"

enum kind { TEXT, LIST, NUMBER };

static const struct {
    enum kind kind;
    cl_device_info parameter;
} infos[WGC_INFO_COUNT] = {
#define WGC_INFO(kind, name) [WGC_INFO_##name] = {kind, CL_DEVICE_##name},
    WGC_INFOS(WGC_INFO)
#undef WGC_INFO
};

static bool read_list(const char *bytes, size_t size, struct wgc_info_answer *answer)
{
    size_t count = size / sizeof(cl_name_version);

    answer->item = calloc(count + 1, sizeof *answer->item);
    if (answer->item == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        cl_name_version entry;
        memcpy(&entry, bytes + i * sizeof entry, sizeof entry);
        answer->item[i] = (struct wgc_named){
            .name = wgc_text_clean(entry.name, sizeof entry.name, WGC_TEXT_ONE_LINE),
            .version = CL_VERSION_MAJOR(entry.version) * 100 + CL_VERSION_MINOR(entry.version) * 10,
            .patch = CL_VERSION_PATCH(entry.version),
        };
        answer->count = i + 1;
        if (answer->item[i].name == NULL) {
            return false;
        }
    }
    return true;
}

static bool read_info(enum kind kind, const char *bytes, size_t size,
                      struct wgc_info_answer *answer)
{
    cl_uint narrow = 0;
    cl_ulong wide = 0;

    if (kind == LIST) {
        return read_list(bytes, size, answer);
    }
    if (kind == TEXT) {
        answer->text = wgc_text_clean(bytes, size, WGC_TEXT_ONE_LINE);
        return answer->text != NULL;
    }
    if (size == sizeof narrow) {
        memcpy(&narrow, bytes, sizeof narrow);
        answer->number = narrow;
    } else if (size == sizeof wide) {
        memcpy(&wide, bytes, sizeof wide);
        answer->number = wide;
    }
    return true;
}

enum wgc_status wgc_ask_info(const struct wgc_device *device, struct wgc_answers *answers,
                             struct wgc_err *err)
{
    for (int i = 0; i < WGC_INFO_COUNT; i++) {
        struct wgc_info_answer *answer = &answers->info[i];
        size_t size;
        char *bytes = wgc_device_bytes(device->cl, device->place.id, infos[i].parameter, &size,
                                       &answer->code);
        bool read = bytes == NULL || read_info(infos[i].kind, bytes, size, answer);
        free(bytes);
        if (!read || answer->code == CL_OUT_OF_HOST_MEMORY) {
            return wgc_err_memory(err, wgc_info_name((enum wgc_info)i));
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_ask_spirv_lists(const struct wgc_device *device, struct wgc_answers *answers,
                                    struct wgc_err *err)
{
    struct wgc_spirv_lists lists;

    if (!wgc_facts_has_spirv_queries(&device->facts)) {
        return WGC_OK;
    }
    enum wgc_status status = wgc_spirv_lists_query(device->cl, device->place.id, &lists, err);
    answers->spirv_code = lists.code;
    answers->capability_count = lists.capability_count;
    answers->capability = lists.capability;
    answers->spirv_extension_count = lists.extension_count;
    answers->spirv_extension = lists.extension;
    return status;
}
