#include "device/device.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "device/cl_error.h"
#include "device/parts.h"
#include "device/features.h"
#include "device/vendor_files.h"

enum { PLATFORM_MAX = 64, DEVICE_MAX = 256 };

/* Marks those of the platform's devices that are its default; a platform need not have one. */
static void mark_defaults(const struct wgc_cl *cl, struct wgc_device_place *place, cl_uint places)
{
    cl_device_id id[DEVICE_MAX];
    cl_uint count = 0;

    if (cl->GetDeviceIDs(place->platform, CL_DEVICE_TYPE_DEFAULT, DEVICE_MAX, id, &count) !=
        CL_SUCCESS) {
        return;
    }
    for (cl_uint i = 0; i < places; i++) {
        for (cl_uint k = 0; k < count && k < DEVICE_MAX; k++) {
            place[i].is_default = place[i].is_default || id[k] == place[i].id;
        }
    }
}

static enum wgc_status add_platform(const struct wgc_cl *cl, cl_platform_id platform,
                                    uint32_t index, struct wgc_device_places *places,
                                    struct wgc_err *err)
{
    cl_device_id id[DEVICE_MAX];
    cl_uint count = 0;
    int code = cl->GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICE_MAX, id, &count);
    struct wgc_device_place *item;

    if (code != CL_SUCCESS || count == 0) {
        char text[WGC_CL_TEXT_MAX];
        char *name = wgc_platform_text(cl, platform, CL_PLATFORM_NAME);
        wgc_buf_printf(&places->notes, "platform %s: %s\n", name != NULL ? name : "",
                       wgc_cl_error_text(text, "clGetDeviceIDs",
                                         code != CL_SUCCESS ? code : CL_DEVICE_NOT_FOUND));
        free(name);
        return WGC_OK;
    }
    count = count < DEVICE_MAX ? count : DEVICE_MAX;
    item = realloc(places->item, (places->count + count) * sizeof *item);
    if (item == NULL) {
        return wgc_err_memory(err, "the list of devices");
    }
    places->item = item;
    for (cl_uint i = 0; i < count; i++) {
        item[places->count + i] =
            (struct wgc_device_place){.platform = platform, .id = id[i], .platform_index = index};
    }
    mark_defaults(cl, &item[places->count], count);
    places->count += count;
    return WGC_OK;
}

static enum wgc_status no_platform(struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_vendor_files_describe(&text);
    enum wgc_status status = wgc_err_set(err, WGC_ERR_DEVICE, "no OpenCL platform: %s",
                                         text.data == NULL ? "install a driver" : text.data);
    wgc_buf_free(&text);
    return status;
}

enum wgc_status wgc_device_places_find(const struct wgc_cl *cl, struct wgc_device_places *places,
                                       struct wgc_err *err)
{
    cl_platform_id platform[PLATFORM_MAX];
    cl_uint count = 0;
    int code = cl->GetPlatformIDs(PLATFORM_MAX, platform, &count);
    enum wgc_status status = WGC_OK;

    *places = (struct wgc_device_places){0};
    if (code == CL_PLATFORM_NOT_FOUND_KHR || (code == CL_SUCCESS && count == 0)) {
        return no_platform(err);
    }
    if (code != CL_SUCCESS) {
        return wgc_cl_fail(err, WGC_ERR_DEVICE, "clGetPlatformIDs", code);
    }
    for (cl_uint i = 0; status == WGC_OK && i < count && i < PLATFORM_MAX; i++) {
        status = add_platform(cl, platform[i], i, places, err);
    }
    if (status == WGC_OK && places->count == 0) {
        status = wgc_err_set(err, WGC_ERR_DEVICE,
                             "no OpenCL device: install a driver or set OCL_ICD_VENDORS (%s)",
                             wgc_buf_str(&places->notes));
    }
    if (status != WGC_OK) {
        wgc_device_places_free(places);
    }
    return status;
}

void wgc_device_places_free(struct wgc_device_places *places)
{
    free(places->item);
    wgc_buf_free(&places->notes);
    *places = (struct wgc_device_places){0};
}

void wgc_device_find_extension(const struct wgc_device *device, const char *name, void *function,
                               size_t size)
{
    void *symbol = device->cl->GetExtensionFunctionAddressForPlatform(device->place.platform, name);

    memcpy(function, &symbol, size);
}

static void find_functions(struct wgc_device *device)
{
    struct wgc_properties *properties = &device->properties;

    if (wgc_has_core_calls(properties, 210)) {
        device->create_with_il = device->cl->CreateProgramWithIL;
        device->kernel_sub_group_info = device->cl->GetKernelSubGroupInfo;
    }
    if (device->create_with_il == NULL && wgc_has_extension(properties, "cl_khr_il_program")) {
        wgc_device_find_extension(device, "clCreateProgramWithILKHR", &device->create_with_il,
                                  sizeof device->create_with_il);
    }
    if (device->kernel_sub_group_info == NULL &&
        wgc_has_extension(properties, "cl_khr_subgroups")) {
        wgc_device_find_extension(device, "clGetKernelSubGroupInfoKHR",
                                  &device->kernel_sub_group_info,
                                  sizeof device->kernel_sub_group_info);
    }
    properties->il_unreachable =
        device->create_with_il == NULL && device->cl->CreateProgramWithIL == NULL;
    properties->pipes_unreachable = device->cl->CreatePipe == NULL;
    properties->clone_unreachable = device->cl->CloneKernel == NULL;
}

enum wgc_status wgc_device_query(const struct wgc_cl *cl, const struct wgc_device_places *places,
                                 size_t index, struct wgc_device *device, struct wgc_err *err)
{
    enum wgc_status status;

    *device = (struct wgc_device){.cl = cl, .place = places->item[index], .index = (uint32_t)index};
    status = wgc_properties_query(cl, device->place.platform, device->place.id, &device->properties,
                                  err);
    if (status != WGC_OK) {
        return wgc_err_wrap(err, "device %zu", index);
    }
    find_functions(device);
    device->features = wgc_features_of(&device->properties);
    device->selector = wgc_device_selector(cl, places, index, &device->properties);
    if (device->selector == NULL) {
        wgc_device_close(device);
        return wgc_err_memory(err, "the name of a device");
    }
    return WGC_OK;
}

static const char *name_of(const struct wgc_device *device)
{
    return wgc_property_text(&device->properties, WGC_DEVICE_NAME);
}

static bool is_available(const struct wgc_device *device)
{
    return wgc_property_number(&device->properties, WGC_DEVICE_AVAILABLE) != 0;
}

enum wgc_status wgc_device_open(struct wgc_device *device, struct wgc_err *err)
{
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, (cl_context_properties)(void *)device->place.platform, 0};
    int code;

    if (!is_available(device)) {
        return wgc_err_set(err, WGC_ERR_DEVICE, "device %u (%s) is not available", device->index,
                           name_of(device));
    }
    device->context =
        device->cl->CreateContext(properties, 1, &device->place.id, NULL, NULL, &code);
    if (device->context == NULL) {
        (void)wgc_cl_fail(err, WGC_ERR_DEVICE, "clCreateContext", code);
        return wgc_err_wrap(err, "device %u (%s)", device->index, name_of(device));
    }
    device->queue = device->cl->CreateCommandQueue(device->context, device->place.id, 0, &code);
    if (device->queue == NULL) {
        wgc_device_shut(device);
        (void)wgc_cl_fail(err, WGC_ERR_DEVICE, "clCreateCommandQueue", code);
        return wgc_err_wrap(err, "device %u (%s)", device->index, name_of(device));
    }
    return WGC_OK;
}

void wgc_device_shut(struct wgc_device *device)
{
    if (device->queue != NULL) {
        (void)device->cl->ReleaseCommandQueue(device->queue);
    }
    if (device->context != NULL) {
        (void)device->cl->ReleaseContext(device->context);
    }
    device->queue = NULL;
    device->context = NULL;
}

enum wgc_status wgc_device_take_part(struct wgc_device *device, struct wgc_err *err)
{
    enum { MOST = 3 }; /* of three compute units; of any other number, two */
    const uint64_t units =
        wgc_property_number(&device->properties, WGC_DEVICE_MAX_COMPUTE_UNITS) / 2;
    const cl_device_partition_property scheme[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                   (cl_device_partition_property)units, 0};
    cl_device_id part[MOST] = {NULL};
    cl_uint count = 0;
    int code = device->cl->CreateSubDevices(device->place.id, scheme, MOST, part, &count);

    if (code != CL_SUCCESS) {
        return wgc_cl_fail(err, WGC_ERR_DEVICE, "clCreateSubDevices", code);
    }
    if (count < 2 || count > MOST) {
        return wgc_err_set(err, WGC_ERR_DEVICE,
                           "clCreateSubDevices: %u sub-devices of %" PRIu64
                           " of the device's compute units each",
                           count, units);
    }
    for (cl_uint i = 0; i + 1 < count; i++) {
        (void)device->cl->ReleaseDevice(part[i]);
    }
    device->place.id = part[count - 1];
    return WGC_OK;
}

void wgc_device_leave_part(struct wgc_device *device, cl_device_id whole)
{
    if (device->place.id != whole) {
        (void)device->cl->ReleaseDevice(device->place.id);
    }
    device->place.id = whole;
}

void wgc_device_close(struct wgc_device *device)
{
    wgc_device_shut(device);
    wgc_properties_free(&device->properties);
    free(device->selector);
    *device = (struct wgc_device){0};
}

static enum wgc_status unknown_device(const struct wgc_cl *cl,
                                      const struct wgc_device_places *places, int number,
                                      struct wgc_err *err)
{
    struct wgc_buf list = {0};
    struct wgc_err ignored;

    for (size_t i = 0; i < places->count; i++) {
        struct wgc_device device;
        if (wgc_device_query(cl, places, i, &device, &ignored) == WGC_OK) {
            wgc_buf_printf(&list, "%s%zu: %s [%s]", i > 0 ? "; " : "", i, name_of(&device),
                           device.properties.platform);
            wgc_device_close(&device);
        }
    }
    (void)wgc_err_set(err, WGC_ERR_INPUT, "--device: there is no device %d; the devices are %s",
                      number, list.data != NULL ? list.data : "?");
    wgc_buf_free(&list);
    return err->status;
}

static enum wgc_status query_and_open(const struct wgc_cl *cl,
                                      const struct wgc_device_places *places, size_t index,
                                      struct wgc_device *device, struct wgc_err *err)
{
    enum wgc_status status = wgc_device_query(cl, places, index, device, err);

    if (status != WGC_OK) {
        return status;
    }
    status = wgc_device_open(device, err);
    if (status != WGC_OK) {
        wgc_device_close(device);
    }
    return status;
}

static bool has_features(const struct wgc_cl *cl, const struct wgc_device_places *places,
                         size_t index, uint64_t needed)
{
    struct wgc_device device;
    struct wgc_err ignored;
    bool has;

    if (wgc_device_query(cl, places, index, &device, &ignored) != WGC_OK) {
        return false;
    }
    has = (device.features & needed) == needed && is_available(&device);
    wgc_device_close(&device);
    return has;
}

enum wgc_status wgc_device_choose(const struct wgc_cl *cl, const struct wgc_device_places *places,
                                  int number, uint64_t needed, struct wgc_device *device,
                                  struct wgc_err *err)
{
    size_t index = 0;

    if (number >= 0 && (size_t)number >= places->count) {
        return unknown_device(cl, places, number, err);
    }
    if (number >= 0) {
        index = (size_t)number;
    } else {
        while (index < places->count && !has_features(cl, places, index, needed)) {
            index++;
        }
        index = index < places->count ? index : 0;
    }
    return query_and_open(cl, places, index, device, err);
}
