#include "worker/facts_query.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "worker/cl_error.h"
#include "worker/spirv_lists.h"
#include "worker/text.h"

enum { VALUE_LIMIT = 1024 * 1024 };

struct asked {
    const struct wgc_cl *cl;
    cl_device_id device;
    bool no_memory;
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

static char *text(struct asked *asked, cl_device_info parameter)
{
    size_t size;
    int code;
    char *bytes = wgc_device_bytes(asked->cl, asked->device, parameter, &size, &code);
    char *clean = wgc_text_clean(bytes, bytes != NULL ? size : 0, WGC_TEXT_ONE_LINE);

    free(bytes);
    asked->no_memory = asked->no_memory || clean == NULL;
    return clean;
}

/* Reads a value of just that size; leaves it as it was (0) when the device cannot tell. */
static bool value(const struct asked *asked, cl_device_info parameter, void *out, size_t size)
{
    char bytes[64] = "";
    size_t got = 0;

    if (size > sizeof bytes ||
        asked->cl->GetDeviceInfo(asked->device, parameter, size, bytes, &got) != CL_SUCCESS ||
        got != size) {
        return false;
    }
    memcpy(out, bytes, size);
    return true;
}

static bool truth(const struct asked *asked, cl_device_info parameter)
{
    cl_bool yes = CL_FALSE;

    return value(asked, parameter, &yes, sizeof yes) && yes != CL_FALSE;
}

static uint64_t word(const struct asked *asked, cl_device_info parameter)
{
    cl_ulong number = 0;

    (void)value(asked, parameter, &number, sizeof number);
    return number;
}

static uint32_t half_word(const struct asked *asked, cl_device_info parameter)
{
    cl_uint number = 0;

    (void)value(asked, parameter, &number, sizeof number);
    return number;
}

/* The names of an array of cl_name_version, separated by blanks. */
static char *names(struct asked *asked, cl_device_info parameter)
{
    struct wgc_buf list = {0};
    size_t size;
    int code;
    char *bytes = wgc_device_bytes(asked->cl, asked->device, parameter, &size, &code);
    char *clean;

    for (size_t i = 0; bytes != NULL && i + sizeof(cl_name_version) <= size;
         i += sizeof(cl_name_version)) {
        cl_name_version entry;
        memcpy(&entry, bytes + i, sizeof entry);
        wgc_buf_add(&list, entry.name, strnlen(entry.name, sizeof entry.name));
        wgc_buf_char(&list, ' ');
    }
    clean = wgc_text_clean(list.data, list.size, WGC_TEXT_ONE_LINE);
    asked->no_memory = asked->no_memory || list.failed || clean == NULL;
    wgc_buf_free(&list);
    free(bytes);
    return clean;
}

static void add_c_version(struct wgc_facts *facts, unsigned version)
{
    size_t room = sizeof facts->c_version / sizeof facts->c_version[0];
    size_t at = facts->c_version_count;

    if (version == 0 || at == room || wgc_facts_has_c_version(facts, version)) {
        return;
    }
    for (; at > 0 && facts->c_version[at - 1] > version; at--) {
        facts->c_version[at] = facts->c_version[at - 1];
    }
    facts->c_version[at] = version;
    facts->c_version_count++;
}

/* A compiler of a version before 3.0 takes every version up to its own. */
static void ask_c_versions(struct asked *asked, struct wgc_facts *facts)
{
    static const unsigned known[] = {100, 110, 120, 200};
    size_t size = 0;
    int code = CL_SUCCESS;
    char *bytes = facts->version >= 300
                      ? wgc_device_bytes(asked->cl, asked->device, CL_DEVICE_OPENCL_C_ALL_VERSIONS,
                                         &size, &code)
                      : NULL;

    for (size_t i = 0; bytes != NULL && i + sizeof(cl_name_version) <= size;
         i += sizeof(cl_name_version)) {
        cl_name_version entry;
        memcpy(&entry, bytes + i, sizeof entry);
        add_c_version(facts,
                      CL_VERSION_MAJOR(entry.version) * 100 + CL_VERSION_MINOR(entry.version) * 10);
    }
    free(bytes);
    if (facts->c_version_count == 0) {
        char *version = text(asked, CL_DEVICE_OPENCL_C_VERSION);
        unsigned own = version != NULL ? wgc_text_version(version, "OpenCL C ") : 0;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            add_c_version(facts, known[i] <= own ? known[i] : 0);
        }
        add_c_version(facts, own);
        free(version);
    }
}

static void ask_texts(struct asked *asked, cl_platform_id platform, struct wgc_facts *facts)
{
    facts->platform_text = wgc_platform_text(asked->cl, platform, CL_PLATFORM_VERSION);
    facts->platform = wgc_platform_text(asked->cl, platform, CL_PLATFORM_NAME);
    facts->name = text(asked, CL_DEVICE_NAME);
    facts->vendor = text(asked, CL_DEVICE_VENDOR);
    facts->driver_version = text(asked, CL_DRIVER_VERSION);
    facts->device_version = text(asked, CL_DEVICE_VERSION);
    facts->profile = text(asked, CL_DEVICE_PROFILE);
    facts->extensions = text(asked, CL_DEVICE_EXTENSIONS);
    facts->il_version = text(asked, CL_DEVICE_IL_VERSION);
    facts->c_features = names(asked, CL_DEVICE_OPENCL_C_FEATURES);
    asked->no_memory = asked->no_memory || facts->platform == NULL || facts->platform_text == NULL;
    if (!asked->no_memory) {
        facts->platform_version = wgc_text_version(facts->platform_text, "OpenCL ");
        facts->version = wgc_text_version(facts->device_version, "OpenCL ");
    }
}

static void ask_numbers(const struct asked *asked, struct wgc_facts *facts)
{
    cl_device_type type = 0;
    size_t items[3] = {0}, group = 0;

    (void)value(asked, CL_DEVICE_TYPE, &type, sizeof type);
    facts->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
    facts->is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
    facts->available = truth(asked, CL_DEVICE_AVAILABLE);
    facts->compiler = truth(asked, CL_DEVICE_COMPILER_AVAILABLE);
    facts->collective_functions = truth(asked, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT);
    facts->non_uniform_work_groups = truth(asked, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
    facts->address_bits = half_word(asked, CL_DEVICE_ADDRESS_BITS);
    facts->compute_units = half_word(asked, CL_DEVICE_MAX_COMPUTE_UNITS);
    facts->max_clock_mhz = half_word(asked, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    facts->max_sub_groups = half_word(asked, CL_DEVICE_MAX_NUM_SUB_GROUPS);
    (void)value(asked, CL_DEVICE_MAX_WORK_GROUP_SIZE, &group, sizeof group);
    (void)value(asked, CL_DEVICE_MAX_WORK_ITEM_SIZES, items, sizeof items);
    facts->max_work_group_size = group;
    for (int i = 0; i < 3; i++) {
        facts->max_work_item_size[i] = items[i];
    }
    facts->local_mem_size = word(asked, CL_DEVICE_LOCAL_MEM_SIZE);
    facts->global_mem_size = word(asked, CL_DEVICE_GLOBAL_MEM_SIZE);
    facts->max_mem_alloc_size = word(asked, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    facts->fp_half = wgc_facts_traits(facts, WGC_TYPE_half, word(asked, CL_DEVICE_HALF_FP_CONFIG));
    facts->fp_float =
        wgc_facts_traits(facts, WGC_TYPE_float, word(asked, CL_DEVICE_SINGLE_FP_CONFIG));
    facts->fp_double =
        wgc_facts_traits(facts, WGC_TYPE_double, word(asked, CL_DEVICE_DOUBLE_FP_CONFIG));
}

enum wgc_status wgc_facts_query(const struct wgc_cl *cl, cl_platform_id platform,
                                cl_device_id device, struct wgc_facts *facts, struct wgc_err *err)
{
    struct asked asked = {.cl = cl, .device = device};
    enum wgc_status status = WGC_OK;
    size_t size;
    int code = cl->GetDeviceInfo(device, CL_DEVICE_NAME, 0, NULL, &size);

    *facts = (struct wgc_facts){0};
    if (code != CL_SUCCESS) {
        return wgc_cl_fail(err, WGC_ERR_DEVICE, "clGetDeviceInfo(CL_DEVICE_NAME)", code);
    }
    ask_texts(&asked, platform, facts);
    if (asked.no_memory) {
        status = wgc_err_memory(err, "what a device says of itself");
    } else if (facts->version == 0) {
        status = wgc_err_set(err, WGC_ERR_DEVICE, "CL_DEVICE_VERSION is \"%.80s\"",
                             facts->device_version);
    }
    if (status != WGC_OK) {
        wgc_facts_free(facts);
        return status;
    }
    ask_numbers(&asked, facts);
    ask_c_versions(&asked, facts);
    if (wgc_facts_has_spirv_queries(facts)) {
        status = wgc_spirv_lists_query(cl, device, &facts->spirv, err);
    }
    if (status != WGC_OK) {
        wgc_facts_free(facts);
    }
    return status;
}
