#include "device/dispatch.h"

#include "device/dispatch_parts.h"
#include "device/parts.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_BYTES = 64 * 1024, HOST_ALIGNMENT = 4096 };

/* What clCommandNDRangeKernelKHR and the others are declared as (cl_khr_command_buffer). */
struct commands {
    clCreateCommandBufferKHR_fn create;
    clCommandNDRangeKernelKHR_fn launch;
    clFinalizeCommandBufferKHR_fn finalize;
    clEnqueueCommandBufferKHR_fn enqueue;
    clReleaseCommandBufferKHR_fn release;
};

static const struct wgc_dispatch_result succeeded = {.code = CL_SUCCESS};

static bool has_host(enum wgc_dispatch_slot slot)
{
    return slot == WGC_DISPATCH_OUT || slot == WGC_DISPATCH_META;
}

static void release(struct wgc_dispatch_buffer *buffer, const struct wgc_device *device)
{
    if (buffer->memory != NULL) {
        (void)device->cl->ReleaseMemObject(buffer->memory);
    }
    free(buffer->allocated);
    *buffer = (struct wgc_dispatch_buffer){0};
}

void wgc_dispatch_free(struct wgc_dispatch *dispatch, const struct wgc_device *device)
{
    for (int i = 0; i < WGC_DISPATCH_SLOTS; i++) {
        release(&dispatch->buffer[i], device);
    }
}

/* Grows the buffer to at least that many bytes. */
static struct wgc_dispatch_result grow(struct wgc_dispatch *dispatch,
                                       const struct wgc_device *device, enum wgc_dispatch_slot slot,
                                       size_t bytes)
{
    struct wgc_dispatch_buffer *buffer = &dispatch->buffer[slot];
    size_t capacity = LEAST_BYTES;
    int code;

    if (buffer->memory != NULL && bytes <= buffer->capacity) {
        return succeeded;
    }
    while (capacity < bytes) {
        capacity *= 2;
    }
    release(buffer, device);
    if (has_host(slot)) {
        unsigned char *memory = malloc(capacity + HOST_ALIGNMENT);
        if (memory == NULL) {
            return wgc_dispatch_failed("malloc", CL_OUT_OF_HOST_MEMORY);
        }
        buffer->allocated = memory;
        buffer->host = memory + (HOST_ALIGNMENT - (uintptr_t)memory % HOST_ALIGNMENT);
    }
    buffer->memory =
        device->cl->CreateBuffer(device->context, CL_MEM_READ_WRITE, capacity, NULL, &code);
    if (buffer->memory == NULL) {
        release(buffer, device);
        return wgc_dispatch_failed("clCreateBuffer", code);
    }
    buffer->capacity = capacity;
    return succeeded;
}

/* data: NULL for poison. */
static struct wgc_dispatch_result write_slot(struct wgc_dispatch *dispatch,
                                             const struct wgc_device *device,
                                             enum wgc_dispatch_slot slot, const void *data,
                                             size_t bytes)
{
    int code;

    if (bytes == 0) {
        return succeeded;
    }
    if (data == NULL) {
        data = memset(dispatch->buffer[slot].host, WGC_META_POISON_BYTE, bytes);
    }
    code = device->cl->EnqueueWriteBuffer(device->queue, dispatch->buffer[slot].memory, CL_FALSE, 0,
                                          bytes, data, 0, NULL, NULL);
    return code == CL_SUCCESS ? succeeded : wgc_dispatch_failed("clEnqueueWriteBuffer", code);
}

size_t wgc_dispatch_bytes(const struct wgc_trial *trial, enum wgc_dispatch_slot slot)
{
    const size_t bytes[WGC_DISPATCH_SLOTS] = {
        [WGC_DISPATCH_IN] = trial->input_bytes,
        [WGC_DISPATCH_OUT] = trial->output_bytes,
        [WGC_DISPATCH_AUX] = trial->aux_bytes,
        [WGC_DISPATCH_META] = trial->meta_bytes,
    };

    return bytes[slot];
}

struct wgc_dispatch_result wgc_dispatch_grow(struct wgc_dispatch *dispatch,
                                             const struct wgc_device *device,
                                             const struct wgc_trial *trial)
{
    struct wgc_dispatch_result result = succeeded;

    for (int i = 0; result.code == CL_SUCCESS && i < WGC_DISPATCH_SLOTS; i++) {
        const enum wgc_dispatch_slot slot = (enum wgc_dispatch_slot)i;
        result = grow(dispatch, device, slot, wgc_dispatch_bytes(trial, slot));
    }
    return result;
}

struct wgc_dispatch_result wgc_dispatch_write(struct wgc_dispatch *dispatch,
                                              const struct wgc_device *device,
                                              const struct wgc_trial *trial)
{
    const void *data[WGC_DISPATCH_SLOTS] = {
        [WGC_DISPATCH_IN] = trial->input,
        [WGC_DISPATCH_OUT] = trial->poison,
        [WGC_DISPATCH_AUX] = trial->aux,
        [WGC_DISPATCH_META] = NULL,
    };
    struct wgc_dispatch_result result = wgc_dispatch_grow(dispatch, device, trial);

    for (int i = 0; result.code == CL_SUCCESS && i < WGC_DISPATCH_SLOTS; i++) {
        const enum wgc_dispatch_slot slot = (enum wgc_dispatch_slot)i;
        result = write_slot(dispatch, device, slot, data[i], wgc_dispatch_bytes(trial, slot));
    }
    return result;
}

struct wgc_dispatch_result wgc_dispatch_poison(struct wgc_dispatch *dispatch,
                                               const struct wgc_device *device,
                                               const struct wgc_trial *trial)
{
    return write_slot(dispatch, device, WGC_DISPATCH_OUT, trial->poison, trial->output_bytes);
}

static struct wgc_dispatch_result set_arguments(const struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                const struct wgc_trial *trial)
{
    const cl_uint number[] = {(cl_uint)trial->group_items, (cl_uint)trial->slot_items,
                              (cl_uint)trial->guard_items, (cl_uint)trial->slot_count};
    int code = CL_SUCCESS;

    for (cl_uint i = 0; code == CL_SUCCESS && i < WGC_DISPATCH_SLOTS; i++) {
        code = device->cl->SetKernelArg(kernel, i, sizeof(cl_mem), &dispatch->buffer[i].memory);
    }
    for (cl_uint i = 0; code == CL_SUCCESS && i < sizeof number / sizeof number[0]; i++) {
        code =
            device->cl->SetKernelArg(kernel, WGC_DISPATCH_SLOTS + i, sizeof(cl_uint), &number[i]);
    }
    if (code == CL_SUCCESS && trial->local_bytes > 0) {
        code =
            device->cl->SetKernelArg(kernel, WGC_DISPATCH_SLOTS + sizeof number / sizeof number[0],
                                     trial->local_bytes, NULL);
    }
    if (code == CL_SUCCESS && trial->local_items > 0) {
        const cl_uint items = (cl_uint)trial->local_items;
        code = device->cl->SetKernelArg(kernel,
                                        WGC_DISPATCH_SLOTS + sizeof number / sizeof number[0] + 1,
                                        sizeof items, &items);
    }
    return code == CL_SUCCESS ? succeeded : wgc_dispatch_failed("clSetKernelArg", code);
}

static struct wgc_dispatch_result read_all(struct wgc_dispatch *dispatch,
                                           const struct wgc_device *device,
                                           const struct wgc_trial *trial)
{
    const struct wgc_dispatch_buffer *out = &dispatch->buffer[WGC_DISPATCH_OUT];
    const struct wgc_dispatch_buffer *meta = &dispatch->buffer[WGC_DISPATCH_META];
    int code = CL_SUCCESS;

    if (trial->meta_bytes > 0) {
        code = device->cl->EnqueueReadBuffer(device->queue, meta->memory, CL_FALSE, 0,
                                             trial->meta_bytes, meta->host, 0, NULL, NULL);
    }
    if (code == CL_SUCCESS) {
        code = device->cl->EnqueueReadBuffer(device->queue, out->memory, CL_TRUE, 0,
                                             trial->output_bytes, out->host, 0, NULL, NULL);
    }
    if (code != CL_SUCCESS) {
        return wgc_dispatch_failed("clEnqueueReadBuffer", code);
    }
    return (struct wgc_dispatch_result){
        .code = CL_SUCCESS,
        .output = out->host,
        .meta = trial->meta_bytes > 0 ? (const uint32_t *)(const void *)meta->host : NULL,
    };
}

struct wgc_dispatch_result wgc_dispatch_launch(const struct wgc_dispatch *dispatch,
                                               const struct wgc_device *device,
                                               cl_command_queue queue, cl_kernel kernel,
                                               const struct wgc_trial *trial)
{
    struct wgc_dispatch_result result = set_arguments(dispatch, device, kernel, trial);

    if (result.code == CL_SUCCESS) {
        const size_t *local_size = trial->chosen ? NULL : trial->local_size;
        int code =
            device->cl->EnqueueNDRangeKernel(queue, kernel, trial->dimensions, trial->global_offset,
                                             trial->global_size, local_size, 0, NULL, NULL);
        result =
            code == CL_SUCCESS ? succeeded : wgc_dispatch_failed("clEnqueueNDRangeKernel", code);
    }
    return result;
}

struct wgc_dispatch_result wgc_dispatch_once(struct wgc_dispatch *dispatch,
                                             const struct wgc_device *device, cl_kernel kernel,
                                             const struct wgc_trial *trial)
{
    struct wgc_dispatch_result result = wgc_dispatch_write(dispatch, device, trial);

    if (result.code == CL_SUCCESS) {
        result = trial->pipes ? wgc_dispatch_pipes(dispatch, device, kernel, trial)
                              : wgc_dispatch_launch(dispatch, device, device->queue, kernel, trial);
    }
    if (result.code == CL_SUCCESS) {
        result = read_all(dispatch, device, trial);
    }
    if (result.code != CL_SUCCESS) {
        (void)device->cl->Finish(
            device->queue); /* copies from the trial's memory may be in flight */
    }
    return result;
}

struct wgc_dispatch_result wgc_dispatch_run(struct wgc_dispatch *dispatch,
                                            const struct wgc_device *device, cl_kernel kernel,
                                            const struct wgc_trial *trial)
{
    return trial->parts ? wgc_dispatch_divided(dispatch, device, kernel, trial)
                        : wgc_dispatch_once(dispatch, device, kernel, trial);
}

/* The queues that launches take in turn. */
struct queues {
    cl_command_queue item[2];
    size_t count;
    bool own; /* made for these launches */
};

static void release_queues(const struct wgc_device *device, struct queues *queues)
{
    for (size_t i = 0; queues->own && i < queues->count; i++) {
        (void)device->cl->ReleaseCommandQueue(queues->item[i]);
    }
    queues->count = 0;
}

static struct wgc_dispatch_result make_queues(const struct wgc_device *device,
                                              enum wgc_geometry geometry, struct queues *queues)
{
    const size_t needed =
        geometry == WGC_GEOMETRY_QUEUES || geometry == WGC_GEOMETRY_THREADS ? 2 : 1;
    const cl_command_queue_properties properties =
        geometry == WGC_GEOMETRY_UNORDERED ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    int code = CL_SUCCESS;

    if (needed == 1 && geometry != WGC_GEOMETRY_UNORDERED) {
        *queues = (struct queues){{device->queue}, 1, false};
        return succeeded;
    }
    *queues = (struct queues){.own = true};
    for (; queues->count < needed; queues->count++) {
        cl_command_queue queue =
            device->cl->CreateCommandQueue(device->context, device->place.id, properties, &code);
        if (queue == NULL) {
            release_queues(device, queues);
            return wgc_dispatch_failed("clCreateCommandQueue",
                                       code == CL_SUCCESS ? CL_INVALID_VALUE : code);
        }
        queues->item[queues->count] = queue;
    }
    return succeeded;
}

/* Submits the commands of all queues before it waits for any. */
static struct wgc_dispatch_result finish_all(const struct wgc_device *device,
                                             const struct queues *queues)
{
    struct wgc_dispatch_result result = succeeded;
    int code;

    for (size_t i = 0; i < queues->count; i++) {
        code = device->cl->Flush(queues->item[i]);
        result = code == CL_SUCCESS ? result : wgc_dispatch_failed("clFlush", code);
    }
    for (size_t i = 0; i < queues->count; i++) {
        code = device->cl->Finish(queues->item[i]);
        result = code == CL_SUCCESS ? result : wgc_dispatch_failed("clFinish", code);
    }
    return result;
}

/*
 * A clone is "a shallow copy of the kernel object, its arguments and any information passed to the
 * kernel object" (the OpenCL API, clCloneKernel): what is set in the kernel afterwards does not
 * reach it.
 */
static struct wgc_dispatch_result launch_clones(struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                size_t launches, const struct wgc_trial *trial)
{
    const struct wgc_cl *cl = device->cl;
    struct wgc_dispatch_result result = succeeded;

    for (size_t i = 0; result.code == CL_SUCCESS && i < launches; i += 2) {
        int code = CL_SUCCESS;
        result = set_arguments(&dispatch[i], device, kernel, trial);
        cl_kernel clone = result.code == CL_SUCCESS ? cl->CloneKernel(kernel, &code) : NULL;
        if (clone == NULL) {
            return result.code != CL_SUCCESS ? result : wgc_dispatch_failed("clCloneKernel", code);
        }
        result = wgc_dispatch_launch(&dispatch[i + 1], device, device->queue, kernel, trial);
        if (result.code == CL_SUCCESS) {
            code = cl->EnqueueNDRangeKernel(device->queue, clone, trial->dimensions,
                                            trial->global_offset, trial->global_size,
                                            trial->local_size, 0, NULL, NULL);
            result = code == CL_SUCCESS ? succeeded
                                        : wgc_dispatch_failed("clEnqueueNDRangeKernel", code);
        }
        (void)cl->ReleaseKernel(clone);
    }
    return result;
}

static bool find_commands(const struct wgc_device *device, struct commands *to)
{
    wgc_device_find_extension(device, "clCreateCommandBufferKHR", &to->create, sizeof to->create);
    wgc_device_find_extension(device, "clCommandNDRangeKernelKHR", &to->launch, sizeof to->launch);
    wgc_device_find_extension(device, "clFinalizeCommandBufferKHR", &to->finalize,
                              sizeof to->finalize);
    wgc_device_find_extension(device, "clEnqueueCommandBufferKHR", &to->enqueue,
                              sizeof to->enqueue);
    wgc_device_find_extension(device, "clReleaseCommandBufferKHR", &to->release,
                              sizeof to->release);
    return to->create != NULL && to->launch != NULL && to->finalize != NULL &&
           to->enqueue != NULL && to->release != NULL;
}

/* Records all launches, and then sets the arguments of the first again: a command has those that
 * the kernel had when it was recorded. */
static struct wgc_dispatch_result record(const struct commands *commands,
                                         struct wgc_dispatch *dispatch,
                                         const struct wgc_device *device, cl_kernel kernel,
                                         size_t launches, const struct wgc_trial *trial,
                                         cl_command_buffer_khr buffer)
{
    struct wgc_dispatch_result result = succeeded;

    for (size_t i = 0; result.code == CL_SUCCESS && i < launches; i++) {
        result = set_arguments(&dispatch[i], device, kernel, trial);
        if (result.code == CL_SUCCESS) {
            int code = commands->launch(buffer, NULL, NULL, kernel, trial->dimensions,
                                        trial->global_offset, trial->global_size, trial->local_size,
                                        0, NULL, NULL, NULL);
            result = code == CL_SUCCESS ? succeeded
                                        : wgc_dispatch_failed("clCommandNDRangeKernelKHR", code);
        }
    }
    if (result.code == CL_SUCCESS) {
        result = set_arguments(&dispatch[0], device, kernel, trial);
    }
    return result;
}

static struct wgc_dispatch_result launch_commands(struct wgc_dispatch *dispatch,
                                                  const struct wgc_device *device, cl_kernel kernel,
                                                  size_t launches, const struct wgc_trial *trial)
{
    struct commands commands;
    cl_command_queue queue = device->queue;
    int code = CL_SUCCESS;

    if (!find_commands(device, &commands)) {
        return wgc_dispatch_failed("clGetExtensionFunctionAddressForPlatform", CL_INVALID_VALUE);
    }
    cl_command_buffer_khr buffer = commands.create(1, &queue, NULL, &code);
    if (buffer == NULL) {
        return wgc_dispatch_failed("clCreateCommandBufferKHR", code);
    }
    struct wgc_dispatch_result result =
        record(&commands, dispatch, device, kernel, launches, trial, buffer);
    if (result.code == CL_SUCCESS) {
        code = commands.finalize(buffer);
        result = code == CL_SUCCESS ? succeeded
                                    : wgc_dispatch_failed("clFinalizeCommandBufferKHR", code);
    }
    if (result.code == CL_SUCCESS) {
        code = commands.enqueue(0, NULL, buffer, 0, NULL, NULL);
        result =
            code == CL_SUCCESS ? succeeded : wgc_dispatch_failed("clEnqueueCommandBufferKHR", code);
    }
    code = device->cl->Finish(queue);
    (void)commands.release(buffer);
    return result.code == CL_SUCCESS && code != CL_SUCCESS ? wgc_dispatch_failed("clFinish", code)
                                                           : result;
}

static struct wgc_dispatch_result launch_several(struct wgc_dispatch *dispatch,
                                                 const struct wgc_device *device, cl_kernel kernel,
                                                 size_t launches, const struct queues *queues,
                                                 const struct wgc_trial *trial)
{
    struct wgc_dispatch_result result = succeeded;

    for (size_t i = 0; result.code == CL_SUCCESS && i < launches; i++) {
        result = wgc_dispatch_launch(&dispatch[i], device, queues->item[i % queues->count], kernel,
                                     trial);
    }
    /* those that started use buffers and queues until their end */
    struct wgc_dispatch_result ended = finish_all(device, queues);
    return result.code == CL_SUCCESS ? ended : result;
}

struct wgc_dispatch_result wgc_dispatch_several(struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                enum wgc_geometry geometry,
                                                const struct wgc_trial *trial,
                                                struct wgc_dispatch_result *result)
{
    const size_t launches = wgc_launches_of(geometry);
    struct queues queues = {0};
    struct wgc_dispatch_result status = make_queues(device, geometry, &queues);

    for (size_t i = 0; status.code == CL_SUCCESS && i < launches; i++) {
        status = wgc_dispatch_write(&dispatch[i], device, trial);
    }
    /* before commands of other queues use the buffers */
    int code = device->cl->Finish(device->queue);
    if (status.code == CL_SUCCESS && code != CL_SUCCESS) {
        status = wgc_dispatch_failed("clFinish", code);
    }
    if (status.code == CL_SUCCESS) {
        status = geometry == WGC_GEOMETRY_CLONED
                     ? launch_clones(dispatch, device, kernel, launches, trial)
                 : geometry == WGC_GEOMETRY_COMMANDS
                     ? launch_commands(dispatch, device, kernel, launches, trial)
                 : geometry == WGC_GEOMETRY_THREADS
                     ? wgc_dispatch_threads(dispatch, device, kernel, launches, queues.item,
                                            queues.count, trial)
                     : launch_several(dispatch, device, kernel, launches, &queues, trial);
    }
    for (size_t i = 0; status.code == CL_SUCCESS && i < launches; i++) {
        result[i] = read_all(&dispatch[i], device, trial);
        status = result[i];
    }
    if (status.code != CL_SUCCESS) {
        (void)device->cl->Finish(
            device->queue); /* copies into the host's memory may be in flight */
    }
    release_queues(device, &queues);
    return status;
}

bool wgc_dispatch_device_lives(const struct wgc_device *device)
{
    const struct wgc_cl *cl = device->cl;
    static const cl_uint sent = 0x5eed;
    cl_uint got = 0;
    int code;
    cl_mem memory = cl->CreateBuffer(device->context, CL_MEM_READ_WRITE, sizeof sent, NULL, &code);

    if (memory == NULL) {
        return false;
    }
    code = cl->EnqueueWriteBuffer(device->queue, memory, CL_TRUE, 0, sizeof sent, &sent, 0, NULL,
                                  NULL);
    if (code == CL_SUCCESS) {
        code = cl->EnqueueReadBuffer(device->queue, memory, CL_TRUE, 0, sizeof got, &got, 0, NULL,
                                     NULL);
    }
    (void)cl->ReleaseMemObject(memory);
    return code == CL_SUCCESS && got == sent;
}
