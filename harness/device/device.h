/* The devices of this machine in one numbered list, and one device: its properties, its context,
 * its queue. */
#ifndef WGC_DEVICE_DEVICE_H
#define WGC_DEVICE_DEVICE_H

#include "base/buf.h"
#include "wire/protocol.h"
#include "device/cl_api.h"
#include "device/properties.h"

struct wgc_device_place {
    cl_platform_id platform;
    cl_device_id id;
    uint32_t platform_index; /* among all platforms, those without devices included */
    bool is_default;         /* clGetDeviceIDs lists it for CL_DEVICE_TYPE_DEFAULT */
};

/* All devices of all platforms, in the loader's order: a device's number is its index. */
struct wgc_device_places {
    size_t count;
    struct wgc_device_place *item;
    struct wgc_buf notes; /* a line for each platform that has no device or failed */
};

/* WGC_ERR_DEVICE, with advice, when there is none. */
enum wgc_status wgc_device_places_find(const struct wgc_cl *cl, struct wgc_device_places *places,
                                       struct wgc_err *err);
void wgc_device_places_free(struct wgc_device_places *places);

struct wgc_device {
    const struct wgc_cl *cl;
    struct wgc_device_place place;
    uint32_t index;
    char *selector; /* --device SELECTOR names only this device (wgc_device_selector) */
    struct wgc_properties properties;
    uint64_t features;
    cl_context context;     /* NULL until opened */
    cl_command_queue queue; /* in order */
    /* of the core or of an extension; NULL where the device has neither */
    __typeof__(&clCreateProgramWithIL) create_with_il;
    __typeof__(&clGetKernelSubGroupInfo) kernel_sub_group_info;
};

/* Queries the device's properties; does not open it. Freed with wgc_device_close. */
enum wgc_status wgc_device_query(const struct wgc_cl *cl, const struct wgc_device_places *places,
                                 size_t index, struct wgc_device *device, struct wgc_err *err);

/* Makes context and queue of a device that was queried. */
enum wgc_status wgc_device_open(struct wgc_device *device, struct wgc_err *err);

/* Releases context and queue, of a lost device too; the device can be opened again. */
void wgc_device_shut(struct wgc_device *device);

/*
 * Puts a sub-device, with half of the compute units or one less, into the place of the device,
 * which has the feature sub_devices and is not open. WGC_ERR_DEVICE: place is as before.
 */
enum wgc_status wgc_device_take_part(struct wgc_device *device, struct wgc_err *err);

/* Puts the whole device back; releases the sub-device where there is one in its place. */
void wgc_device_leave_part(struct wgc_device *device, cl_device_id whole);

/* Releases everything. */
void wgc_device_close(struct wgc_device *device);

/*
 * Queries and opens the device with that number; for number -1 the first that has all needed
 * features (bit 1 << enum wgc_feature), else number 0. An unknown number is WGC_ERR_INPUT, and the
 * text lists the devices.
 */
enum wgc_status wgc_device_choose(const struct wgc_cl *cl, const struct wgc_device_places *places,
                                  int number, uint64_t needed, struct wgc_device *device,
                                  struct wgc_err *err);

/*
 * Describes the device for the supervisor, with the report's "device" object. notes (may be NULL)
 * are lines for the report. *info is freed with wgc_device_info_free.
 */
enum wgc_status wgc_device_describe(const struct wgc_device *device, const char *notes,
                                    uint32_t driver_milliseconds, struct wgc_device_info *info,
                                    struct wgc_err *err);

#endif
