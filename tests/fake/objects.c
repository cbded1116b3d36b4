/* Contexts, queues and buffers. A queue's commands have ended when their call returns. */
#include <stdlib.h>
#include <string.h>

#include "tests/fake/objects.h"

static cl_int done(cl_int code, cl_int *out)
{
    if (out != NULL) {
        *out = code;
    }
    return code;
}

static cl_context
create_context(const cl_context_properties *properties, cl_uint count, const cl_device_id *device,
               void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
               cl_int *code)
{
    struct _cl_context *context;

    (void)properties;
    (void)notify;
    (void)data;
    if (done(count == 1 ? CL_SUCCESS : CL_INVALID_VALUE, code) != CL_SUCCESS) {
        return NULL;
    }
    context = fake_memory(sizeof *context);
    *context = (struct _cl_context){&fake_dispatch, *device};
    return context;
}

/* Two sub-devices, of half of the device's two compute units. */
static cl_int create_parts(cl_device_id device, const cl_device_partition_property *scheme,
                           cl_uint room, cl_device_id *part, cl_uint *count)
{
    enum { PARTS = 2 };

    if (!device->claim[FAKE_sub_devices] || scheme[0] != CL_DEVICE_PARTITION_EQUALLY ||
        scheme[1] != 1) {
        return CL_DEVICE_PARTITION_FAILED;
    }
    if (part != NULL && room < PARTS) {
        return CL_INVALID_VALUE;
    }
    for (size_t i = 0; part != NULL && i < PARTS; i++) {
        part[i] = fake_memory(sizeof *part[i]);
        *part[i] = *device;
        part[i]->part = true;
    }
    if (count != NULL) {
        *count = PARTS;
    }
    return CL_SUCCESS;
}

static cl_int release_device(cl_device_id device)
{
    if (device->part) {
        free(device);
    }
    return CL_SUCCESS;
}

static cl_int release_context(cl_context context)
{
    free(context);
    return CL_SUCCESS;
}

static cl_command_queue create_queue(cl_context context, cl_device_id device,
                                     cl_command_queue_properties properties, cl_int *code)
{
    struct _cl_command_queue *queue = NULL;
    const bool unordered = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;

    (void)context;
    if (done(unordered && !device->claim[FAKE_unordered] ? CL_INVALID_QUEUE_PROPERTIES : CL_SUCCESS,
             code) == CL_SUCCESS) {
        queue = fake_memory(sizeof *queue);
        *queue = (struct _cl_command_queue){&fake_dispatch, device};
    }
    return queue;
}

static cl_command_queue create_queue_with(cl_context context, cl_device_id device,
                                          const cl_queue_properties *properties, cl_int *code)
{
    cl_command_queue_properties bits = 0;

    for (; properties != NULL && properties[0] != 0; properties += 2) {
        bits = properties[0] == CL_QUEUE_PROPERTIES ? properties[1] : bits;
    }
    return create_queue(context, device, bits, code);
}

static cl_int release_queue(cl_command_queue queue)
{
    free(queue);
    return CL_SUCCESS;
}

static cl_int flush(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

static cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                            cl_int *code)
{
    struct _cl_mem *memory;

    (void)context;
    if (done(size > 0 ? CL_SUCCESS : CL_INVALID_BUFFER_SIZE, code) != CL_SUCCESS) {
        return NULL;
    }
    memory = fake_memory(sizeof *memory);
    *memory = (struct _cl_mem){&fake_dispatch, fake_memory(size), size, NULL, 1};
    if ((flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0 && host != NULL) {
        memcpy(memory->bytes, host, size);
    }
    return memory;
}

static bool is_inside(const struct _cl_mem *memory, size_t offset, size_t size)
{
    return size <= memory->size && offset <= memory->size - size;
}

static cl_mem create_part(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type,
                          const void *info, cl_int *code)
{
    const cl_buffer_region *region = info;
    struct _cl_mem *memory;

    (void)flags;
    if (done(type == CL_BUFFER_CREATE_TYPE_REGION && whole->whole == NULL && region->size > 0 &&
                     is_inside(whole, region->origin, region->size)
                 ? CL_SUCCESS
                 : CL_INVALID_VALUE,
             code) != CL_SUCCESS) {
        return NULL;
    }
    memory = fake_memory(sizeof *memory);
    *memory =
        (struct _cl_mem){&fake_dispatch, whole->bytes + region->origin, region->size, whole, 1};
    whole->users++;
    return memory;
}

static cl_int release_memory(cl_mem memory)
{
    struct _cl_mem *whole = memory->whole == NULL ? memory : memory->whole;

    if (memory != whole) {
        free(memory);
    }
    if (--whole->users == 0) {
        free(whole->bytes);
        free(whole);
    }
    return CL_SUCCESS;
}

static cl_int enqueue_read(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                           size_t size, void *out, cl_uint count, const cl_event *wait,
                           cl_event *event)
{
    (void)queue;
    (void)blocking;
    (void)count;
    (void)wait;
    (void)event;
    if (!is_inside(memory, offset, size)) {
        return CL_INVALID_VALUE;
    }
    memcpy(out, memory->bytes + offset, size);
    return CL_SUCCESS;
}

static cl_int enqueue_write(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                            size_t size, const void *in, cl_uint count, const cl_event *wait,
                            cl_event *event)
{
    (void)queue;
    (void)blocking;
    (void)count;
    (void)wait;
    (void)event;
    if (!is_inside(memory, offset, size)) {
        return CL_INVALID_VALUE;
    }
    memcpy(memory->bytes + offset, in, size);
    return CL_SUCCESS;
}

static void *enqueue_map(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                         const cl_event *wait, cl_event *event, cl_int *code)
{
    (void)queue;
    (void)blocking;
    (void)flags;
    (void)count;
    (void)wait;
    (void)event;
    return done(is_inside(memory, offset, size) ? CL_SUCCESS : CL_INVALID_VALUE, code) == CL_SUCCESS
               ? memory->bytes + offset
               : NULL;
}

static cl_int enqueue_unmap(cl_command_queue queue, cl_mem memory, void *mapped, cl_uint count,
                            const cl_event *wait, cl_event *event)
{
    (void)queue;
    (void)memory;
    (void)mapped;
    (void)count;
    (void)wait;
    (void)event;
    return CL_SUCCESS;
}

void fake_take_objects(cl_icd_dispatch *table)
{
    table->clCreateSubDevices = create_parts;
    table->clReleaseDevice = release_device;
    table->clCreateContext = create_context;
    table->clReleaseContext = release_context;
    table->clCreateCommandQueue = create_queue;
    table->clCreateCommandQueueWithProperties = create_queue_with;
    table->clReleaseCommandQueue = release_queue;
    table->clFlush = flush;
    table->clFinish = flush;
    table->clCreateBuffer = create_buffer;
    table->clCreateSubBuffer = create_part;
    table->clReleaseMemObject = release_memory;
    table->clEnqueueReadBuffer = enqueue_read;
    table->clEnqueueWriteBuffer = enqueue_write;
    table->clEnqueueMapBuffer = enqueue_map;
    table->clEnqueueUnmapMemObject = enqueue_unmap;
}
