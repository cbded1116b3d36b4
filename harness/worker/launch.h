/*
 * One launch of a trial on the device: the data in, the kernel, the data out. The buffers grow as
 * needed and stay for the next launch; what they held before is overwritten, the output with the
 * trial's poison.
 */
#ifndef WGC_WORKER_LAUNCH_H
#define WGC_WORKER_LAUNCH_H

#include <stdint.h>

#include "trial/trial.h"
#include "worker/device.h"

enum wgc_launch_slot {
    WGC_LAUNCH_IN,
    WGC_LAUNCH_OUT,
    WGC_LAUNCH_AUX,
    WGC_LAUNCH_META,
    WGC_LAUNCH_SLOTS
};

/* All zero is a launch without buffers. */
struct wgc_launch {
    struct wgc_launch_buffer {
        cl_mem memory;
        size_t capacity;
        unsigned char *host; /* as many bytes; output and meta only */
    } buffer[WGC_LAUNCH_SLOTS];
};

/* The word that meta is filled with before a launch. */
enum { WGC_META_POISON_BYTE = 0xa5 };
#define WGC_META_POISON UINT32_C(0xa5a5a5a5)

/* What a call of the driver gave. */
struct wgc_launch_result {
    int code;         /* CL_SUCCESS, or an OpenCL error */
    const char *call; /* the one that gave the error */
    const void *output;
    const uint32_t *meta; /* NULL when the trial has none */
};

/*
 * Launches kernel with the trial's data and waits for the end. output and meta are valid until the
 * next launch. CL_OUT_OF_HOST_MEMORY with call "malloc" when there is no memory on this side.
 */
struct wgc_launch_result wgc_launch_run(struct wgc_launch *launch, const struct wgc_device *device,
                                        cl_kernel kernel, const struct wgc_trial *trial);

/* Releases the buffers. */
void wgc_launch_free(struct wgc_launch *launch, const struct wgc_device *device);

/* Whether the device still takes a command and carries it out. */
bool wgc_launch_device_lives(const struct wgc_device *device);

#endif
