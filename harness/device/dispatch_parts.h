/* What the files of dispatch.h share. */
#ifndef WGC_DEVICE_DISPATCH_PARTS_H
#define WGC_DEVICE_DISPATCH_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "device/dispatch.h"

/* The result of a call of OpenCL with an error. */
static inline struct wgc_dispatch_result wgc_dispatch_failed(const char *call, int code)
{
    return (struct wgc_dispatch_result){.code = code, .call = call};
}

/* ---- host_thread_posix.c (Unix), host_thread_windows.c: host threads ---- */

enum { WGC_HOST_THREADS = 8 };

/*
 * Calls run with each element of data (count of them, at most WGC_HOST_THREADS), each in a host
 * thread of its own, all at once, and waits until all have returned. false: not all threads could
 * be started; those that were have returned.
 */
bool wgc_host_threads_run(void (*run)(void *), void *const *data, size_t count);

/* Sets the arguments, and launches the kernel without a wait. */
struct wgc_dispatch_result wgc_dispatch_launch(const struct wgc_dispatch *dispatch,
                                               const struct wgc_device *device,
                                               cl_command_queue queue, cl_kernel kernel,
                                               const struct wgc_trial *trial);

/* What the trial needs of a slot's buffer. */
size_t wgc_dispatch_bytes(const struct wgc_trial *trial, enum wgc_dispatch_slot slot);

/* Makes the buffers as large as the trial needs. */
struct wgc_dispatch_result wgc_dispatch_grow(struct wgc_dispatch *dispatch,
                                             const struct wgc_device *device,
                                             const struct wgc_trial *trial);

/* Writes the trial's data and the output's poison into the buffers, which grow as needed. */
struct wgc_dispatch_result wgc_dispatch_write(struct wgc_dispatch *dispatch,
                                              const struct wgc_device *device,
                                              const struct wgc_trial *trial);

/* Writes the output's poison into its buffer again. */
struct wgc_dispatch_result wgc_dispatch_poison(struct wgc_dispatch *dispatch,
                                               const struct wgc_device *device,
                                               const struct wgc_trial *trial);

/* wgc_dispatch_run with the buffers of dispatch. */
struct wgc_dispatch_result wgc_dispatch_once(struct wgc_dispatch *dispatch,
                                             const struct wgc_device *device, cl_kernel kernel,
                                             const struct wgc_trial *trial);

/*
 * Launches the kernel three times, with two pipes of slot_items packets of 4 bytes: the first
 * launch writes one, the second reads it and writes the other one, the third counts what the first
 * pipe still has. The buffers have been written; the output's poison is written again before the
 * second launch. Returns when all have ended.
 */
struct wgc_dispatch_result wgc_dispatch_pipes(struct wgc_dispatch *dispatch,
                                              const struct wgc_device *device, cl_kernel kernel,
                                              const struct wgc_trial *trial);

/* wgc_dispatch_run with buffers that are parts of another one. */
struct wgc_dispatch_result wgc_dispatch_divided(struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
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
