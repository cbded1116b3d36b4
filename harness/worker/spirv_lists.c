#include "worker/spirv_lists.h"

#include <stdlib.h>
#include <string.h>

#include "worker/facts_query.h"
#include "worker/text.h"

/* cl_khr_spirv_queries is younger than the headers of Debian 12. */
enum { DEVICE_SPIRV_EXTENSIONS = 0x12BA, DEVICE_SPIRV_CAPABILITIES = 0x12BB };

static enum wgc_status read_capabilities(const char *bytes, size_t size,
                                         struct wgc_spirv_lists *lists, struct wgc_err *err)
{
    const size_t count = size / sizeof(uint32_t);

    lists->capability = calloc(count + 1, sizeof(uint32_t));
    if (lists->capability == NULL) {
        return wgc_err_memory(err, "SPIR-V capabilities");
    }
    memcpy(lists->capability, bytes, count * sizeof(uint32_t));
    lists->capability_count = count;
    return WGC_OK;
}

/* The strings stay the driver's; they are copied. */
static enum wgc_status read_extensions(const char *bytes, size_t size,
                                       struct wgc_spirv_lists *lists, struct wgc_err *err)
{
    const size_t count = size / sizeof(char *);

    lists->extension = calloc(count + 1, sizeof(char *));
    if (lists->extension == NULL) {
        return wgc_err_memory(err, "SPIR-V extensions");
    }
    for (size_t i = 0; i < count; i++) {
        const char *name;
        memcpy(&name, bytes + i * sizeof name, sizeof name);
        lists->extension[i] =
            wgc_text_clean(name, name != NULL ? strlen(name) : 0, WGC_TEXT_ONE_LINE);
        if (lists->extension[i] == NULL) {
            return wgc_err_memory(err, "SPIR-V extensions");
        }
        lists->extension_count = i + 1;
    }
    return WGC_OK;
}

enum wgc_status wgc_spirv_lists_query(const struct wgc_cl *cl, cl_device_id device,
                                      struct wgc_spirv_lists *lists, struct wgc_err *err)
{
    const struct {
        cl_device_info parameter;
        enum wgc_status (*read)(const char *bytes, size_t size, struct wgc_spirv_lists *lists,
                                struct wgc_err *err);
    } row[] = {{DEVICE_SPIRV_CAPABILITIES, read_capabilities},
               {DEVICE_SPIRV_EXTENSIONS, read_extensions}};
    enum wgc_status status = WGC_OK;

    *lists = (struct wgc_spirv_lists){0};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        size_t size;
        char *bytes = wgc_device_bytes(cl, device, row[i].parameter, &size, &lists->code);
        if (bytes == NULL) {
            break;
        }
        status = row[i].read(bytes, size, lists, err);
        free(bytes);
        if (status != WGC_OK) {
            wgc_spirv_lists_free(lists);
            break;
        }
    }
    return status;
}

void wgc_spirv_lists_free(struct wgc_spirv_lists *lists)
{
    for (size_t i = 0; i < lists->extension_count; i++) {
        free(lists->extension[i]);
    }
    free(lists->extension);
    free(lists->capability);
    *lists = (struct wgc_spirv_lists){0};
}
