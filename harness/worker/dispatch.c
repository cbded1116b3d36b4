#include "worker/dispatch.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_BYTES = 64 * 1024, HOST_ALIGNMENT = 4096 };

static struct wgc_dispatch_result failed(const char *call, int code)
{
    return (struct wgc_dispatch_result){.code = code, .call = call};
}

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
    free(buffer->host);
    *buffer = (struct wgc_dispatch_buffer){0};
}

void wgc_dispatch_free(struct wgc_dispatch *dispatch, const struct wgc_device *device)
{
    for (int i = 0; i < WGC_DISPATCH_SLOTS; i++) {
        release(&dispatch->buffer[i], device);
    }
}

/* Makes the buffer hold at least so many bytes. */
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
        void *host = NULL;
        if (posix_memalign(&host, HOST_ALIGNMENT, capacity) != 0) {
            return failed("malloc", CL_OUT_OF_HOST_MEMORY);
        }
        buffer->host = host;
    }
    buffer->memory =
        device->cl->CreateBuffer(device->context, CL_MEM_READ_WRITE, capacity, NULL, &code);
    if (buffer->memory == NULL) {
        release(buffer, device);
        return failed("clCreateBuffer", code);
    }
    buffer->capacity = capacity;
    return succeeded;
}

/* Part k of a slot: bytes of data (NULL: poison) at k * part bytes. */
static struct wgc_dispatch_result write_part(struct wgc_dispatch *dispatch,
                                             const struct wgc_device *device,
                                             enum wgc_dispatch_slot slot, size_t at,
                                             const void *data, size_t bytes)
{
    int code;

    if (bytes == 0) {
        return succeeded;
    }
    if (data == NULL && dispatch->buffer[slot].host != NULL) {
        data = memset(dispatch->buffer[slot].host + at, WGC_META_POISON_BYTE, bytes);
    }
    code = device->cl->EnqueueWriteBuffer(device->queue, dispatch->buffer[slot].memory, CL_FALSE,
                                          at, bytes, data, 0, NULL, NULL);
    return code == CL_SUCCESS ? succeeded : failed("clEnqueueWriteBuffer", code);
}

/* Bytes from one call's aux to the next one's: room for the largest, aligned for every type. */
static size_t aux_part(const struct wgc_trial *const *trial, size_t count)
{
    enum { ALIGNMENT = 64 };
    size_t most = 0;

    for (size_t k = 0; k < count; k++) {
        most = trial[k]->aux_bytes > most ? trial[k]->aux_bytes : most;
    }
    return (most + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* What all calls write down of their sub-groups; some calls may be of work-groups and have none. */
static size_t meta_bytes(const struct wgc_trial *const *trial, size_t count)
{
    size_t most = 0;

    for (size_t k = 0; k < count; k++) {
        most = trial[k]->meta_bytes > most ? trial[k]->meta_bytes : most;
    }
    return most;
}

static struct wgc_dispatch_result write_trial(struct wgc_dispatch *dispatch,
                                              const struct wgc_device *device,
                                              const struct wgc_trial *trial, size_t k,
                                              size_t aux_bytes)
{
    const struct {
        size_t at;
        const void *data; /* NULL: poison */
        size_t bytes;
    } row[WGC_DISPATCH_META] = {
        [WGC_DISPATCH_IN] = {k * trial->input_bytes, trial->input,
                             trial->input == NULL ? 0 : trial->input_bytes},
        [WGC_DISPATCH_OUT] = {k * trial->output_bytes, trial->poison,
                              trial->poison == NULL ? 0 : trial->output_bytes},
        [WGC_DISPATCH_AUX] = {k * aux_bytes, trial->aux, trial->aux_bytes},
    };
    struct wgc_dispatch_result result = succeeded;

    for (int i = 0; result.code == CL_SUCCESS && i < WGC_DISPATCH_META; i++) {
        result = write_part(dispatch, device, (enum wgc_dispatch_slot)i, row[i].at, row[i].data,
                            row[i].bytes);
    }
    return result;
}

static struct wgc_dispatch_result write_all(struct wgc_dispatch *dispatch,
                                            const struct wgc_device *device,
                                            const struct wgc_trial *const *trial, size_t count)
{
    const size_t aux_bytes = aux_part(trial, count);
    const size_t bytes[WGC_DISPATCH_SLOTS] = {
        [WGC_DISPATCH_IN] = count * trial[0]->input_bytes,
        [WGC_DISPATCH_OUT] = count * trial[0]->output_bytes,
        [WGC_DISPATCH_AUX] = count * aux_bytes,
        [WGC_DISPATCH_META] = meta_bytes(trial, count),
    };
    struct wgc_dispatch_result result = succeeded;

    for (int i = 0; result.code == CL_SUCCESS && i < WGC_DISPATCH_SLOTS; i++) {
        result = grow(dispatch, device, (enum wgc_dispatch_slot)i, bytes[i]);
    }
    if (result.code == CL_SUCCESS) {
        result = write_part(dispatch, device, WGC_DISPATCH_META, 0, NULL, bytes[WGC_DISPATCH_META]);
    }
    for (size_t k = 0; result.code == CL_SUCCESS && k < count; k++) {
        result = write_trial(dispatch, device, trial[k], k, aux_bytes);
    }
    return result;
}

static struct wgc_dispatch_result set_arguments(const struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                const struct wgc_trial *const *trial, size_t count)
{
    const cl_uint number[] = {(cl_uint)trial[0]->group_items, (cl_uint)trial[0]->slot_items,
                              (cl_uint)trial[0]->guard_items, (cl_uint)trial[0]->slot_count,
                              (cl_uint)(aux_part(trial, count) / sizeof(cl_uint))};
    const cl_uint numbers = count > 1 ? 5 : 4;
    int code = CL_SUCCESS;

    for (cl_uint i = 0; code == CL_SUCCESS && i < WGC_DISPATCH_SLOTS; i++) {
        code = device->cl->SetKernelArg(kernel, i, sizeof(cl_mem), &dispatch->buffer[i].memory);
    }
    for (cl_uint i = 0; code == CL_SUCCESS && i < numbers; i++) {
        code =
            device->cl->SetKernelArg(kernel, WGC_DISPATCH_SLOTS + i, sizeof(cl_uint), &number[i]);
    }
    return code == CL_SUCCESS ? succeeded : failed("clSetKernelArg", code);
}

static struct wgc_dispatch_result read_all(struct wgc_dispatch *dispatch,
                                           const struct wgc_device *device,
                                           const struct wgc_trial *const *trial, size_t count)
{
    const struct wgc_dispatch_buffer *out = &dispatch->buffer[WGC_DISPATCH_OUT];
    const struct wgc_dispatch_buffer *meta = &dispatch->buffer[WGC_DISPATCH_META];
    const size_t bytes = meta_bytes(trial, count);
    int code = CL_SUCCESS;

    if (bytes > 0) {
        code = device->cl->EnqueueReadBuffer(device->queue, meta->memory, CL_FALSE, 0, bytes,
                                             meta->host, 0, NULL, NULL);
    }
    if (code == CL_SUCCESS) {
        code =
            device->cl->EnqueueReadBuffer(device->queue, out->memory, CL_TRUE, 0,
                                          count * trial[0]->output_bytes, out->host, 0, NULL, NULL);
    }
    if (code != CL_SUCCESS) {
        return failed("clEnqueueReadBuffer", code);
    }
    return (struct wgc_dispatch_result){
        .code = CL_SUCCESS,
        .output = out->host,
        .meta = bytes > 0 ? (const uint32_t *)(const void *)meta->host : NULL,
    };
}

struct wgc_dispatch_result wgc_dispatch_run(struct wgc_dispatch *dispatch,
                                            const struct wgc_device *device, cl_kernel kernel,
                                            const struct wgc_trial *const *trial, size_t count)
{
    struct wgc_dispatch_result result = write_all(dispatch, device, trial, count);

    if (result.code == CL_SUCCESS) {
        result = set_arguments(dispatch, device, kernel, trial, count);
    }
    if (result.code == CL_SUCCESS) {
        int code = device->cl->EnqueueNDRangeKernel(device->queue, kernel, trial[0]->dimensions,
                                                    trial[0]->global_offset, trial[0]->global_size,
                                                    trial[0]->local_size, 0, NULL, NULL);
        result = code == CL_SUCCESS ? succeeded : failed("clEnqueueNDRangeKernel", code);
    }
    if (result.code == CL_SUCCESS) {
        result = read_all(dispatch, device, trial, count);
    }
    if (result.code != CL_SUCCESS) {
        (void)device->cl->Finish(
            device->queue); /* copies from the trials' memory may be on their way */
    }
    return result;
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
