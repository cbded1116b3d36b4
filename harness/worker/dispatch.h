/*
 * One launch of a trial on the device: the data in, the kernel, the data out. The buffers grow as
 * needed and stay for the next launch; what they held before is overwritten, the output with the
 * trial's poison.
 */
#ifndef WGC_WORKER_DISPATCH_H
#define WGC_WORKER_DISPATCH_H

#include <stdint.h>

#include "trial/trial.h"
#include "worker/device.h"

enum wgc_dispatch_slot {
    WGC_DISPATCH_IN,
    WGC_DISPATCH_OUT,
    WGC_DISPATCH_AUX,
    WGC_DISPATCH_META,
    WGC_DISPATCH_SLOTS
};

/* All zero is a launch without buffers. */
struct wgc_dispatch {
    struct wgc_dispatch_buffer {
        cl_mem memory;
        size_t capacity;
        unsigned char *host; /* as many bytes; output and meta only */
    } buffer[WGC_DISPATCH_SLOTS];
};

/* The word that meta is filled with before a launch. */
enum { WGC_META_POISON_BYTE = 0xa5 };
#define WGC_META_POISON UINT32_C(0xa5a5a5a5)

/* What a call of the driver gave. */
struct wgc_dispatch_result {
    int code;         /* CL_SUCCESS, or an OpenCL error */
    const char *call; /* the one that gave the error */
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

/* Releases the buffers. */
void wgc_dispatch_free(struct wgc_dispatch *dispatch, const struct wgc_device *device);

/* Whether the device still takes a command and carries it out. */
bool wgc_dispatch_device_lives(const struct wgc_device *device);

#endif
