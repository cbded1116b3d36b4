/*
 * One launch of a trial on the device: the data in, the kernel, the data out. The buffers grow as
 * needed and stay for the next launch, which overwrites them, the output with the trial's poison.
 */
#ifndef WGC_DEVICE_DISPATCH_H
#define WGC_DEVICE_DISPATCH_H

#include <stdint.h>

#include "trial/launch.h"
#include "trial/trial.h"
#include "device/device.h"

enum wgc_dispatch_slot {
    WGC_DISPATCH_IN,
    WGC_DISPATCH_OUT,
    WGC_DISPATCH_AUX,
    WGC_DISPATCH_META,
    WGC_DISPATCH_SLOTS
};

/* All zero: no buffers yet. */
struct wgc_dispatch {
    struct wgc_dispatch_buffer {
        cl_mem memory;
        size_t capacity;
        unsigned char *host; /* as many bytes; output and meta only */
        void *allocated;     /* what host is a part of */
    } buffer[WGC_DISPATCH_SLOTS];
};

/* Meta is filled with this word before a launch. */
enum { WGC_META_POISON_BYTE = 0xa5 };
#define WGC_META_POISON UINT32_C(0xa5a5a5a5)

/* The outcome of the driver's calls. */
struct wgc_dispatch_result {
    int code;         /* CL_SUCCESS, or an OpenCL error */
    const char *call; /* the one that returned the error */
    const void *output;
    const uint32_t *meta; /* NULL when the trial has none */
};

/*
 * Launches kernel with the trial's data and waits for the end. output and meta are valid until the
 * next launch.
 * CL_OUT_OF_HOST_MEMORY with call "malloc" when there is no memory on this side.
 */
struct wgc_dispatch_result wgc_dispatch_run(struct wgc_dispatch *dispatch,
                                            const struct wgc_device *device, cl_kernel kernel,
                                            const struct wgc_trial *trial);

/*
 * The same with as many launches as the geometry has, each with its own buffers: in a row, or at
 * once in queues of their own. dispatch and result have an element for each launch. Returns
 * CL_SUCCESS when all ended, else the failure of one.
 */
struct wgc_dispatch_result wgc_dispatch_several(struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                enum wgc_geometry geometry,
                                                const struct wgc_trial *trial,
                                                struct wgc_dispatch_result *result);

/* Releases the buffers. */
void wgc_dispatch_free(struct wgc_dispatch *dispatch, const struct wgc_device *device);

/* Whether the device still accepts and completes a command. */
bool wgc_dispatch_device_lives(const struct wgc_device *device);

#endif
