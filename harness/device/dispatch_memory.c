#include "device/dispatch_parts.h"

enum {
    FIRST_MORE = WGC_DISPATCH_SLOTS + 4, /* the argument after the usual ones */
    PACKET_BYTES = 4
};

static const struct wgc_dispatch_result succeeded = {.code = CL_SUCCESS};

/* Sets the arguments of one launch that the form has in addition, and launches. */
static struct wgc_dispatch_result launch_with(const struct wgc_dispatch *dispatch,
                                              const struct wgc_device *device, cl_kernel kernel,
                                              const struct wgc_trial *trial, cl_mem from,
                                              cl_mem into, cl_uint reading)
{
    const struct wgc_cl *cl = device->cl;
    int code = cl->SetKernelArg(kernel, FIRST_MORE, sizeof from, &from);

    if (code == CL_SUCCESS) {
        code = cl->SetKernelArg(kernel, FIRST_MORE + 1, sizeof into, &into);
    }
    if (code == CL_SUCCESS) {
        code = cl->SetKernelArg(kernel, FIRST_MORE + 2, sizeof reading, &reading);
    }
    return code == CL_SUCCESS ? wgc_dispatch_launch(dispatch, device, device->queue, kernel, trial)
                              : wgc_dispatch_failed("clSetKernelArg", code);
}

struct wgc_dispatch_result wgc_dispatch_pipes(struct wgc_dispatch *dispatch,
                                              const struct wgc_device *device, cl_kernel kernel,
                                              const struct wgc_trial *trial)
{
    const struct wgc_cl *cl = device->cl;
    cl_mem pipe[2] = {NULL, NULL};
    struct wgc_dispatch_result result = succeeded;

    for (int i = 0; result.code == CL_SUCCESS && i < 2; i++) {
        int code = CL_SUCCESS;
        pipe[i] = cl->CreatePipe(device->context, 0, PACKET_BYTES, (cl_uint)trial->slot_items, NULL,
                                 &code);
        if (pipe[i] == NULL) {
            result =
                wgc_dispatch_failed("clCreatePipe", code == CL_SUCCESS ? CL_INVALID_VALUE : code);
        }
    }
    if (result.code == CL_SUCCESS) {
        result = launch_with(dispatch, device, kernel, trial, pipe[1], pipe[0], 0);
    }
    if (result.code == CL_SUCCESS) { /* of the first launch only what it noted in meta is judged */
        result = wgc_dispatch_poison(dispatch, device, trial);
    }
    for (cl_uint reading = 1; result.code == CL_SUCCESS && reading < 3; reading++) {
        result = launch_with(dispatch, device, kernel, trial, pipe[0], pipe[1], reading);
    }
    const int code = cl->Finish(device->queue); /* a launch uses the pipes until its end */
    for (int i = 0; i < 2; i++) {
        if (pipe[i] != NULL) {
            (void)cl->ReleaseMemObject(pipe[i]);
        }
    }
    return result.code == CL_SUCCESS && code != CL_SUCCESS ? wgc_dispatch_failed("clFinish", code)
                                                           : result;
}

/* Where parts of a buffer may begin, in bytes. */
static size_t alignment_of(const struct wgc_device *device)
{
    const uint64_t bits = wgc_property_number(&device->properties, WGC_DEVICE_MEM_BASE_ADDR_ALIGN);

    return bits < 8 ? 1 : (size_t)bits / 8;
}

static void release_parts(const struct wgc_device *device, struct wgc_dispatch *parts)
{
    for (int i = 0; i < WGC_DISPATCH_SLOTS; i++) {
        if (parts->buffer[i].memory != NULL) {
            (void)device->cl->ReleaseMemObject(parts->buffer[i].memory);
        }
    }
}

/*
 * parts gets the memory of the host from dispatch, and parts of a new buffer, none of which is at
 * its begin and no two of which overlap: "Concurrent reading from, writing to, and copying between
 * overlapping sub-buffer objects [...] is undefined" (the OpenCL API, clCreateSubBuffer).
 */
static struct wgc_dispatch_result make_parts(const struct wgc_dispatch *dispatch,
                                             const struct wgc_device *device,
                                             const struct wgc_trial *trial,
                                             struct wgc_dispatch *parts, cl_mem *whole)
{
    const size_t alignment = alignment_of(device);
    cl_buffer_region region[WGC_DISPATCH_SLOTS];
    size_t bytes = 0;
    int code = CL_SUCCESS;

    *parts = *dispatch;
    for (int i = 0; i < WGC_DISPATCH_SLOTS; i++) {
        const size_t needed = wgc_dispatch_bytes(trial, (enum wgc_dispatch_slot)i);
        region[i].size = needed == 0 ? 1 : needed;
        region[i].origin = (bytes / alignment + 1) * alignment;
        bytes = region[i].origin + region[i].size;
        parts->buffer[i].memory = NULL;
        parts->buffer[i].capacity = region[i].size;
    }
    *whole = device->cl->CreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (*whole == NULL) {
        return wgc_dispatch_failed("clCreateBuffer", code);
    }
    for (int i = 0; i < WGC_DISPATCH_SLOTS; i++) {
        parts->buffer[i].memory = device->cl->CreateSubBuffer(
            *whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region[i], &code);
        if (parts->buffer[i].memory == NULL) {
            return wgc_dispatch_failed("clCreateSubBuffer",
                                       code == CL_SUCCESS ? CL_INVALID_VALUE : code);
        }
    }
    return succeeded;
}

struct wgc_dispatch_result wgc_dispatch_divided(struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                const struct wgc_trial *trial)
{
    struct wgc_dispatch parts;
    cl_mem whole = NULL;
    struct wgc_dispatch_result result = wgc_dispatch_grow(dispatch, device, trial);

    if (result.code != CL_SUCCESS) {
        return result;
    }
    result = make_parts(dispatch, device, trial, &parts, &whole);
    if (result.code == CL_SUCCESS) {
        result = wgc_dispatch_once(&parts, device, kernel, trial);
    }
    release_parts(device, &parts);
    if (whole != NULL) {
        (void)device->cl->ReleaseMemObject(whole);
    }
    return result;
}
