/* What the files of dispatch.h share. */
#ifndef WGC_DEVICE_DISPATCH_PARTS_H
#define WGC_DEVICE_DISPATCH_PARTS_H

#include "device/dispatch.h"

/* Sets the arguments, and launches the kernel without a wait. */
struct wgc_dispatch_result wgc_dispatch_launch(const struct wgc_dispatch *dispatch,
                                               const struct wgc_device *device,
                                               cl_command_queue queue, cl_kernel kernel,
                                               const struct wgc_trial *trial);

/*
 * Launches from as many host threads as there are queues, at most WGC_LAUNCHES, each in a queue of
 * its own and with a kernel object of its own, made from the program of kernel. Returns when the
 * threads have ended, which have finished their queues.
 */
struct wgc_dispatch_result wgc_dispatch_threads(const struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                size_t launches, const cl_command_queue *queue,
                                                size_t queues, const struct wgc_trial *trial);

#endif
