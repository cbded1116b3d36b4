/* What platforms and devices report. */
#include <stdio.h>
#include <string.h>

#include "tests/fake/fake.h"

enum {
    LIST = 32,
    EXTENSIONS = 2048,
    DEVICE_SUB_GROUP_SIZES_INTEL = 0x4108, /* of cl_intel_required_subgroup_size, not claimed */
    ADDRESS_BITS = 64,
    CLOCK_MHZ = 1000,
    LOCAL_MEMORY = 65536,
    MEMORY = 1 << 30,
};

static const cl_device_fp_config config = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                          CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;

static cl_int platform_info(cl_platform_id platform, cl_platform_info what, size_t room, void *out,
                            size_t *needed)
{
    char version[2 * FAKE_TEXT];

    switch (what) {
    case CL_PLATFORM_NAME:
        return fake_give_text(platform->name, room, out, needed);
    case CL_PLATFORM_VENDOR:
        return fake_give_text("wgconform's tests", room, out, needed);
    case CL_PLATFORM_VERSION:
        (void)snprintf(version, sizeof version, "OpenCL 3.0 fake-%s", platform->name);
        return fake_give_text(version, room, out, needed);
    case CL_PLATFORM_PROFILE:
        return fake_give_text("FULL_PROFILE", room, out, needed);
    case CL_PLATFORM_EXTENSIONS:
        return fake_give_text("cl_khr_icd", room, out, needed);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        return fake_give_text("FAKE", room, out, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int device_ids(cl_platform_id platform, cl_device_type type, cl_uint room,
                         cl_device_id *out, cl_uint *count)
{
    struct fake_config *all = fake_config();
    cl_uint found = 0;

    for (size_t i = 0; i < all->devices; i++) {
        if (all->device[i].platform == platform &&
            (type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) != 0) {
            if (out != NULL && found < room) {
                out[found] = &all->device[i];
            }
            found++;
        }
    }
    if (count != NULL) {
        *count = found;
    }
    return found > 0 ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

/* The names of extensions, each once and a blank after each. */
static void list_extensions(const struct _cl_device_id *device, char text[static EXTENSIONS])
{
    size_t used =
        (size_t)snprintf(text, EXTENSIONS,
                         "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics "
                         "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                         "cl_khr_local_int32_extended_atomics ");

    for (int i = 0; i < FAKE_CLAIM_COUNT; i++) {
        const char *name = fake_extension((enum fake_claim)i);
        if (device->claim[i] && name[0] != '\0') {
            used += (size_t)snprintf(text + used, EXTENSIONS - used, "%s ", name);
        }
    }
    if (device->version < 300 && device->version >= 200) {
        (void)snprintf(text + used, EXTENSIONS - used,
                       "cl_khr_3d_image_writes cl_khr_depth_images cl_khr_image2d_from_buffer ");
    }
}

struct list {
    size_t count;
    cl_name_version item[LIST];
};

static void add(struct list *list, const char *name, size_t length, cl_uint major, cl_uint minor)
{
    cl_name_version *item = &list->item[list->count++];

    (void)snprintf(item->name, sizeof item->name, "%.*s", (int)length, name);
    item->version = CL_MAKE_VERSION(major, minor, 0);
}

static cl_int give_list(const struct list *list, size_t room, void *out, size_t *needed)
{
    return fake_give(list->item, list->count * sizeof list->item[0], room, out, needed);
}

/* The lists that came with OpenCL 3.0. */
static cl_int list_info(const struct _cl_device_id *device, cl_device_info what, size_t room,
                        void *out, size_t *needed)
{
    static const char spirv[] = "SPIR-V", c[] = "OpenCL C";
    struct list list = {0};
    char extensions[EXTENSIONS];

    if (device->version < 300) {
        return CL_INVALID_VALUE;
    }
    switch (what) {
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        list_extensions(device, extensions);
        for (const char *at = extensions; *at != '\0'; at += strcspn(at, " ") + 1) {
            add(&list, at, strcspn(at, " "), 1, 0);
        }
        break;
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        for (cl_uint minor = 0; minor <= 2; minor++) {
            add(&list, c, strlen(c), 1, minor);
        }
        if (device->claim[FAKE_opencl_c_20]) {
            add(&list, c, strlen(c), 2, 0);
        }
        add(&list, c, strlen(c), 3, 0);
        break;
    case CL_DEVICE_OPENCL_C_FEATURES:
        add(&list, "__opencl_c_int64", CL_NAME_VERSION_MAX_NAME_SIZE, 3, 0);
        if (device->claim[FAKE_fp64]) {
            add(&list, "__opencl_c_fp64", CL_NAME_VERSION_MAX_NAME_SIZE, 3, 0);
        }
        if (device->claim[FAKE_subgroups]) {
            add(&list, "__opencl_c_subgroups", CL_NAME_VERSION_MAX_NAME_SIZE, 3, 0);
        }
        if (device->claim[FAKE_collectives]) {
            add(&list, "__opencl_c_work_group_collective_functions", CL_NAME_VERSION_MAX_NAME_SIZE,
                3, 0);
        }
        break;
    case CL_DEVICE_ILS_WITH_VERSION:
        for (cl_uint minor = 0; minor <= 4 && device->claim[FAKE_spirv]; minor++) {
            add(&list, spirv, strlen(spirv), 1, minor);
        }
        break;
    default:
        return CL_INVALID_VALUE;
    }
    return give_list(&list, room, out, needed);
}

static cl_int text_info(const struct _cl_device_id *device, cl_device_info what, size_t room,
                        void *out, size_t *needed)
{
    const unsigned major = device->version / 100, minor = device->version / 10 % 10;
    const bool old = device->version < 300;
    char text[EXTENSIONS];

    switch (what) {
    case CL_DEVICE_NAME:
        return fake_give_text(device->name, room, out, needed);
    case CL_DEVICE_VENDOR:
        return fake_give_text("wgconform's tests", room, out, needed);
    case CL_DRIVER_VERSION:
        return fake_give_text(device->driver, room, out, needed);
    case CL_DEVICE_PROFILE:
        return fake_give_text("FULL_PROFILE", room, out, needed);
    case CL_DEVICE_VERSION:
        (void)snprintf(text, sizeof text, "OpenCL %u.%u fake", major, minor);
        break;
    case CL_DEVICE_OPENCL_C_VERSION:
        (void)snprintf(text, sizeof text, "OpenCL C %u.%u fake", old ? major : 1,
                       old && major > 1 ? 0
                       : old            ? minor
                                        : 2);
        break;
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
        return old ? CL_INVALID_VALUE : fake_give_text("v0000-01-01-00", room, out, needed);
    case CL_DEVICE_EXTENSIONS:
        list_extensions(device, text);
        break;
    case CL_DEVICE_IL_VERSION:
        return device->version < 210
                   ? CL_INVALID_VALUE
                   : fake_give_text(device->claim[FAKE_spirv]
                                        ? "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4"
                                        : "",
                                    room, out, needed);
    default:
        return list_info(device, what, room, out, needed);
    }
    return fake_give_text(text, room, out, needed);
}

static cl_int give_bool(bool value, size_t room, void *out, size_t *needed)
{
    const cl_bool number = value ? CL_TRUE : CL_FALSE;

    return fake_give(&number, sizeof number, room, out, needed);
}

static cl_int give_uint(size_t value, size_t room, void *out, size_t *needed)
{
    const cl_uint number = (cl_uint)value;

    return fake_give(&number, sizeof number, room, out, needed);
}

static cl_int give_ulong(cl_ulong value, size_t room, void *out, size_t *needed)
{
    return fake_give(&value, sizeof value, room, out, needed);
}

/* What a device may have or lack. */
static cl_int claim_info(const struct _cl_device_id *device, cl_device_info what, size_t room,
                         void *out, size_t *needed)
{
    const bool *claim = device->claim;

    switch (what) {
    case CL_DEVICE_COMPILER_AVAILABLE:
        return give_bool(claim[FAKE_compiler], room, out, needed);
    case CL_DEVICE_PARTITION_PROPERTIES: {
        const cl_device_partition_property scheme =
            claim[FAKE_sub_devices] ? CL_DEVICE_PARTITION_EQUALLY : 0;
        return fake_give(&scheme, sizeof scheme, room, out, needed);
    }
    case CL_DEVICE_LINKER_AVAILABLE:
        return give_bool(claim[FAKE_linker], room, out, needed);
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
        return give_ulong(claim[FAKE_unordered] ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, room,
                          out, needed);
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
        return give_bool(claim[FAKE_collectives], room, out, needed);
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
        return give_bool(claim[FAKE_non_uniform], room, out, needed);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
        return give_uint(claim[FAKE_subgroups] ? device->items : 0, room, out, needed);
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
        return give_bool(claim[FAKE_progress], room, out, needed);
    case CL_DEVICE_HALF_FP_CONFIG:
        return claim[FAKE_fp16] ? give_ulong(config, room, out, needed) : CL_INVALID_VALUE;
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        return give_ulong(claim[FAKE_fp64] ? config : 0, room, out, needed);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return give_ulong(CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP, room,
                          out, needed);
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
        return give_ulong(0, room, out, needed);
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    case CL_DEVICE_PIPE_SUPPORT:
        return give_bool(false, room, out, needed);
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE: {
        const size_t none = 0;
        return fake_give(&none, sizeof none, room, out, needed);
    }
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
        return give_uint(0, room, out, needed);
    default:
        return text_info(device, what, room, out, needed);
    }
}

static cl_int device_info(cl_device_id device, cl_device_info what, size_t room, void *out,
                          size_t *needed)
{
    const size_t items[3] = {device->items, device->items, device->items};

    switch (what) {
    case CL_DEVICE_TYPE:
        return give_ulong(CL_DEVICE_TYPE_CPU, room, out, needed);
    case CL_DEVICE_PLATFORM:
        return fake_give(&device->platform, sizeof device->platform, room, out, needed);
    case CL_DEVICE_AVAILABLE:
        return give_bool(true, room, out, needed);
    case CL_DEVICE_IMAGE_SUPPORT:
        return give_bool(false, room, out, needed);
    case CL_DEVICE_SINGLE_FP_CONFIG:
        return give_ulong(config, room, out, needed);
    case CL_DEVICE_ADDRESS_BITS:
        return give_uint(ADDRESS_BITS, room, out, needed);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return give_uint(device->claim[FAKE_sub_devices] ? 2 : 1, room, out, needed);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        return give_uint(CLOCK_MHZ, room, out, needed);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
        return give_uint(3, room, out, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return fake_give(&items[0], sizeof items[0], room, out, needed);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return fake_give(items, sizeof items, room, out, needed);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return give_ulong(LOCAL_MEMORY, room, out, needed);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return give_ulong(MEMORY, room, out, needed);
    case DEVICE_SUB_GROUP_SIZES_INTEL:
        return CL_INVALID_VALUE;
    default:
        return claim_info(device, what, room, out, needed);
    }
}

void fake_take_info(cl_icd_dispatch *table)
{
    table->clGetPlatformInfo = platform_info;
    table->clGetDeviceIDs = device_ids;
    table->clGetDeviceInfo = device_info;
}
