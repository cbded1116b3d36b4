#include "device/parts.h"

#include <stdlib.h>
#include <string.h>

#include "device/cl_error.h"
#include "device/text.h"

enum { VALUE_LIMIT = 1024 * 1024 };

enum kind { TEXT, LIST, NUMBER, SIZES };

static const struct {
    enum kind kind;
    cl_device_info parameter;
} properties_of_cl[WGC_PROPERTY_COUNT] = {
#define WGC_PROPERTY(kind, name) [WGC_##name] = {kind, CL_##name},
    WGC_PROPERTIES(WGC_PROPERTY)
#undef WGC_PROPERTY
};

char *wgc_device_bytes(const struct wgc_cl *cl, cl_device_id device, cl_device_info parameter,
                       size_t *size, int *code)
{
    char *bytes;

    *size = 0;
    *code = cl->GetDeviceInfo(device, parameter, 0, NULL, size);
    if (*code != CL_SUCCESS) {
        return NULL;
    }
    if (*size > VALUE_LIMIT) {
        *code = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    bytes = calloc(1, *size + 1);
    if (bytes == NULL) {
        *code = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    *code = *size == 0 ? CL_SUCCESS : cl->GetDeviceInfo(device, parameter, *size, bytes, NULL);
    if (*code != CL_SUCCESS) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

char *wgc_platform_text(const struct wgc_cl *cl, cl_platform_id platform,
                        cl_platform_info parameter)
{
    char bytes[4096] = "";
    size_t size = 0;

    if (cl->GetPlatformInfo(platform, parameter, sizeof bytes, bytes, &size) != CL_SUCCESS) {
        size = 0;
    }
    return wgc_text_clean(bytes, size < sizeof bytes ? size : sizeof bytes, WGC_TEXT_ONE_LINE);
}

static bool read_list(const char *bytes, size_t size, struct wgc_property_value *value)
{
    const size_t count = size / sizeof(cl_name_version);

    value->item = calloc(count + 1, sizeof *value->item);
    if (value->item == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        cl_name_version entry;
        memcpy(&entry, bytes + i * sizeof entry, sizeof entry);
        value->item[i] = (struct wgc_named){
            .name = wgc_text_clean(entry.name, sizeof entry.name, WGC_TEXT_ONE_LINE),
            .version = CL_VERSION_MAJOR(entry.version) * 100 + CL_VERSION_MINOR(entry.version) * 10,
            .patch = CL_VERSION_PATCH(entry.version),
        };
        value->count = i + 1;
        if (value->item[i].name == NULL) {
            return false;
        }
    }
    return true;
}

/* A number of OpenCL has 4 or 8 bytes; a value of any other size stays 0. */
static void read_number(const char *bytes, size_t size, struct wgc_property_value *value)
{
    cl_uint narrow = 0;
    cl_ulong wide = 0;

    if (size == sizeof narrow) {
        memcpy(&narrow, bytes, sizeof narrow);
        value->number = narrow;
    } else if (size == sizeof wide) {
        memcpy(&wide, bytes, sizeof wide);
        value->number = wide;
    }
}

static void read_sizes(const char *bytes, size_t size, struct wgc_property_value *value)
{
    for (size_t i = 0; i < WGC_SIZES_MAX && (i + 1) * sizeof(size_t) <= size; i++) {
        size_t one;
        memcpy(&one, bytes + i * sizeof one, sizeof one);
        value->size[i] = one;
    }
}

/* False without memory. bytes is NULL when the query failed. */
static bool read_value(enum kind kind, const char *bytes, size_t size,
                       struct wgc_property_value *value)
{
    if (kind == TEXT) {
        value->text = wgc_text_clean(bytes, bytes != NULL ? size : 0, WGC_TEXT_ONE_LINE);
        return value->text != NULL;
    }
    if (bytes == NULL) {
        return true;
    }
    if (kind == LIST) {
        return read_list(bytes, size, value);
    }
    if (kind == SIZES) {
        read_sizes(bytes, size, value);
    } else {
        read_number(bytes, size, value);
    }
    return true;
}

static enum wgc_status query_values(const struct wgc_cl *cl, cl_device_id device,
                                    struct wgc_properties *properties, struct wgc_err *err)
{
    for (int i = 0; i < WGC_PROPERTY_COUNT; i++) {
        struct wgc_property_value *value = &properties->value[i];
        size_t size;
        char *bytes =
            wgc_device_bytes(cl, device, properties_of_cl[i].parameter, &size, &value->code);
        bool read = read_value(properties_of_cl[i].kind, bytes, size, value);
        free(bytes);
        if (!read) {
            return wgc_err_memory(err, wgc_property_name((enum wgc_property)i));
        }
    }
    return WGC_OK;
}

static enum wgc_status query_platform(const struct wgc_cl *cl, cl_platform_id platform,
                                      struct wgc_properties *properties, struct wgc_err *err)
{
    properties->platform = wgc_platform_text(cl, platform, CL_PLATFORM_NAME);
    properties->platform_version_text = wgc_platform_text(cl, platform, CL_PLATFORM_VERSION);
    properties->platform_profile = wgc_platform_text(cl, platform, CL_PLATFORM_PROFILE);
    if (properties->platform == NULL || properties->platform_version_text == NULL ||
        properties->platform_profile == NULL) {
        return wgc_err_memory(err, "the properties of a platform");
    }
    properties->platform_version = wgc_text_version(properties->platform_version_text, "OpenCL ");
    return WGC_OK;
}

static void add_c_version(struct wgc_properties *properties, unsigned version)
{
    size_t room = sizeof properties->c_version / sizeof properties->c_version[0];
    size_t at = properties->c_version_count;

    if (version == 0 || at == room || wgc_has_c_version(properties, version)) {
        return;
    }
    for (; at > 0 && properties->c_version[at - 1] > version; at--) {
        properties->c_version[at] = properties->c_version[at - 1];
    }
    properties->c_version[at] = version;
    properties->c_version_count++;
}

/* A compiler of a version before 3.0 accepts every version up to its own. */
static void derive_c_versions(struct wgc_properties *properties)
{
    static const unsigned known[] = {100, 110, 120, 200};
    const struct wgc_property_value *all = &properties->value[WGC_DEVICE_OPENCL_C_ALL_VERSIONS];

    for (size_t i = 0; properties->version >= 300 && i < all->count; i++) {
        add_c_version(properties, all->item[i].version);
    }
    if (properties->c_version_count == 0) {
        const char *text = wgc_property_text(properties, WGC_DEVICE_OPENCL_C_VERSION);
        unsigned own = wgc_text_version(text, "OpenCL C ");
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            add_c_version(properties, known[i] <= own ? known[i] : 0);
        }
        add_c_version(properties, own);
    }
}

static void derive_traits(struct wgc_properties *properties)
{
    const bool embedded =
        strcmp(wgc_property_text(properties, WGC_DEVICE_PROFILE), "EMBEDDED_PROFILE") == 0;

    properties->fp_half = wgc_fp_traits_of(
        embedded, WGC_TYPE_half, wgc_property_number(properties, WGC_DEVICE_HALF_FP_CONFIG));
    properties->fp_float = wgc_fp_traits_of(
        embedded, WGC_TYPE_float, wgc_property_number(properties, WGC_DEVICE_SINGLE_FP_CONFIG));
    properties->fp_double = wgc_fp_traits_of(
        embedded, WGC_TYPE_double, wgc_property_number(properties, WGC_DEVICE_DOUBLE_FP_CONFIG));
}

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

/* Copies the strings: they belong to the driver. */
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

/* The lists of a device with cl_khr_spirv_queries. An error only without memory: the code of a
 * query that fails is in *lists. */
static enum wgc_status query_spirv_lists(const struct wgc_cl *cl, cl_device_id device,
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
            break;
        }
    }
    return status;
}

static enum wgc_status query_all(const struct wgc_cl *cl, cl_platform_id platform,
                                 cl_device_id device, struct wgc_properties *properties,
                                 struct wgc_err *err)
{
    enum wgc_status status = query_platform(cl, platform, properties, err);

    if (status == WGC_OK) {
        status = query_values(cl, device, properties, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    const char *version = wgc_property_text(properties, WGC_DEVICE_VERSION);
    properties->version = wgc_text_version(version, "OpenCL ");
    if (properties->version == 0) {
        return wgc_err_set(err, WGC_ERR_DEVICE, "CL_DEVICE_VERSION is \"%.80s\"", version);
    }
    derive_c_versions(properties);
    derive_traits(properties);
    return wgc_has_spirv_queries(properties)
               ? query_spirv_lists(cl, device, &properties->spirv, err)
               : WGC_OK;
}

enum wgc_status wgc_properties_query(const struct wgc_cl *cl, cl_platform_id platform,
                                     cl_device_id device, struct wgc_properties *properties,
                                     struct wgc_err *err)
{
    enum wgc_status status;
    size_t size;
    int code = cl->GetDeviceInfo(device, CL_DEVICE_NAME, 0, NULL, &size);

    *properties = (struct wgc_properties){0};
    if (code != CL_SUCCESS) {
        return wgc_cl_fail(err, WGC_ERR_DEVICE, "clGetDeviceInfo(CL_DEVICE_NAME)", code);
    }
    status = query_all(cl, platform, device, properties, err);
    if (status != WGC_OK) {
        wgc_properties_free(properties);
    }
    return status;
}
