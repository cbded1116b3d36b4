#include "tests/unit/worker_fake_cl.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "base/buf.h"

enum { ARGUMENTS = 8 };

struct _cl_device_id {
    struct fake_driver driver; /* the device is the driver */
};

struct _cl_context {
    struct fake_driver *driver;
    bool lost;
};

struct _cl_command_queue {
    struct _cl_context *context;
};

struct _cl_mem {
    struct _cl_context *context;
    unsigned char *bytes;
    size_t size;
};

struct _cl_program {
    struct _cl_context *context;
    char *text;
    bool built;
};

struct _cl_kernel {
    struct _cl_program *program;
    char *name;
    struct _cl_mem *memory[ARGUMENTS / 2];
    cl_uint number[ARGUMENTS / 2];
};

static void *make(struct fake_driver *driver, size_t size)
{
    void *object = calloc(1, size);

    if (object == NULL) {
        abort();
    }
    driver->live++;
    return object;
}

static cl_int release(struct fake_driver *driver, void *object)
{
    driver->live--;
    free(object);
    return CL_SUCCESS;
}

static cl_context create_context(const cl_context_properties *properties, cl_uint count,
                                 const cl_device_id *device,
                                 void (*notify)(const char *, const void *, size_t, void *),
                                 void *data, cl_int *code)
{
    struct fake_driver *driver = &device[0]->driver;
    struct _cl_context *context;

    (void)properties;
    (void)count;
    (void)notify;
    (void)data;
    if (driver->stubborn && driver->lost_once) {
        *code = CL_DEVICE_NOT_AVAILABLE;
        return NULL;
    }
    context = make(driver, sizeof *context);
    context->driver = driver;
    driver->contexts_made++;
    *code = CL_SUCCESS;
    return context;
}

static cl_int release_context(cl_context context)
{
    return release(context->driver, context);
}

static cl_command_queue create_queue(cl_context context, cl_device_id device,
                                     cl_command_queue_properties properties, cl_int *code)
{
    struct _cl_command_queue *queue = make(context->driver, sizeof *queue);

    (void)device;
    (void)properties;
    queue->context = context;
    *code = CL_SUCCESS;
    return queue;
}

static cl_int release_queue(cl_command_queue queue)
{
    return release(queue->context->driver, queue);
}

static cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                            cl_int *code)
{
    struct _cl_mem *memory;

    (void)flags;
    (void)host;
    *code = context->lost ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
    if (context->lost) {
        return NULL;
    }
    memory = make(context->driver, sizeof *memory);
    memory->context = context;
    memory->bytes = make(context->driver, size);
    memory->size = size;
    return memory;
}

static cl_int release_memory(cl_mem memory)
{
    (void)release(memory->context->driver, memory->bytes);
    return release(memory->context->driver, memory);
}

static cl_program create_program(cl_context context, cl_uint count, const char **text,
                                 const size_t *size, cl_int *code)
{
    struct _cl_program *program = make(context->driver, sizeof *program);
    size_t total = 1, used = 0;

    for (cl_uint i = 0; i < count; i++) {
        total += size[i];
    }
    program->context = context;
    program->text = make(context->driver, total);
    for (cl_uint i = 0; i < count; i++) {
        memcpy(program->text + used, text[i], size[i]);
        used += size[i];
    }
    context->driver->programs_made++;
    *code = CL_SUCCESS;
    return program;
}

static cl_int build_program(cl_program program, cl_uint count, const cl_device_id *device,
                            const char *options, void (*notify)(cl_program, void *), void *data)
{
    (void)count;
    (void)device;
    (void)options;
    (void)notify;
    (void)data;
    program->built = strstr(program->text, "#error") == NULL;
    return program->built ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

/* The usual way of OpenCL to hand out a value. */
static cl_int give(const void *value, size_t size, size_t room, void *out, size_t *needed)
{
    if (needed != NULL) {
        *needed = size;
    }
    if (out != NULL && room < size) {
        return CL_INVALID_VALUE;
    }
    if (out != NULL) {
        memcpy(out, value, size);
    }
    return CL_SUCCESS;
}

static cl_int program_build_info(cl_program program, cl_device_id device,
                                 cl_program_build_info what, size_t room, void *out, size_t *needed)
{
    (void)program;
    (void)device;
    (void)what;
    return give(FAKE_LOG, sizeof FAKE_LOG, room, out, needed);
}

static cl_int release_program(cl_program program)
{
    (void)release(program->context->driver, program->text);
    return release(program->context->driver, program);
}

static cl_kernel create_kernel(cl_program program, const char *name, cl_int *code)
{
    struct _cl_kernel *kernel;
    char head[256];

    (void)snprintf(head, sizeof head, "kernel void %s(", name);
    *code = !program->built                       ? CL_INVALID_PROGRAM_EXECUTABLE
            : strstr(program->text, head) == NULL ? CL_INVALID_KERNEL_NAME
                                                  : CL_SUCCESS;
    if (*code != CL_SUCCESS) {
        return NULL;
    }
    kernel = make(program->context->driver, sizeof *kernel);
    kernel->program = program;
    kernel->name = make(program->context->driver, strlen(name) + 1);
    memcpy(kernel->name, name, strlen(name));
    return kernel;
}

static cl_int release_kernel(cl_kernel kernel)
{
    (void)release(kernel->program->context->driver, kernel->name);
    return release(kernel->program->context->driver, kernel);
}

static cl_int set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    if (index < ARGUMENTS / 2 && size == sizeof(cl_mem)) {
        memcpy(&kernel->memory[index], value, size);
    } else if (index >= ARGUMENTS / 2 && index < ARGUMENTS && size == sizeof(cl_uint)) {
        memcpy(&kernel->number[index - ARGUMENTS / 2], value, size);
    } else {
        return CL_INVALID_ARG_SIZE;
    }
    return CL_SUCCESS;
}

static cl_int kernel_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                          size_t room, void *out, size_t *needed)
{
    static const size_t none[3];
    const size_t items = strstr(kernel->name, "small") != NULL ? 32 : 1024;
    const cl_ulong memory = 0;

    (void)device;
    switch (what) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return give(&items, sizeof items, room, out, needed);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return give(none, sizeof none, room, out, needed);
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return give(&memory, sizeof memory, room, out, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Arguments as in trial/trial.h: in, out, aux, meta, group_items, slot_items, guard_items, rounds.
 */
static void add_up(const struct _cl_kernel *kernel, bool wrong, size_t groups, size_t items)
{
    const size_t group_items = kernel->number[0], guard_items = kernel->number[2];
    const uint32_t *in = (const uint32_t *)(const void *)kernel->memory[0]->bytes;
    uint32_t *out = (uint32_t *)(void *)kernel->memory[1]->bytes + guard_items;

    for (size_t g = 0; g < groups; g++) {
        uint32_t sum = wrong && g + 1 == groups ? 1 : 0;
        for (size_t l = 0; l < items; l++) {
            sum += in[g * group_items + l];
        }
        for (size_t l = 0; l < items; l++) {
            out[g * group_items + l] = sum;
        }
    }
}

static cl_int enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                             const size_t *offset, const size_t *global, const size_t *local,
                             cl_uint count, const cl_event *wait, cl_event *event)
{
    struct _cl_context *context = queue->context;

    (void)dimensions;
    (void)offset;
    (void)count;
    (void)wait;
    (void)event;
    context->driver->launches++;
    if (strstr(kernel->name, "lost") != NULL) {
        context->lost = true;
        context->driver->lost_once = true;
    }
    if (context->lost) {
        return CL_OUT_OF_RESOURCES;
    }
    if (strstr(kernel->name, "refused") != NULL) {
        return CL_INVALID_WORK_GROUP_SIZE;
    }
    if (strstr(kernel->name, "idle") == NULL) {
        add_up(kernel, strstr(kernel->name, "wrong") != NULL, global[0] / local[0], local[0]);
    }
    return CL_SUCCESS;
}

static cl_int enqueue_read(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                           size_t size, void *out, cl_uint count, const cl_event *wait,
                           cl_event *event)
{
    (void)blocking;
    (void)count;
    (void)wait;
    (void)event;
    if (queue->context->lost || offset + size > memory->size) {
        return CL_OUT_OF_RESOURCES;
    }
    memcpy(out, memory->bytes + offset, size);
    return CL_SUCCESS;
}

static cl_int enqueue_write(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                            size_t size, const void *in, cl_uint count, const cl_event *wait,
                            cl_event *event)
{
    (void)blocking;
    (void)count;
    (void)wait;
    (void)event;
    if (queue->context->lost || offset + size > memory->size) {
        return CL_OUT_OF_RESOURCES;
    }
    memcpy(memory->bytes + offset, in, size);
    return CL_SUCCESS;
}

static cl_int finish(cl_command_queue queue)
{
    return queue->context->lost ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

void fake_driver_table(struct wgc_cl *cl)
{
    *cl = (struct wgc_cl){
        .CreateContext = create_context,
        .ReleaseContext = release_context,
        .CreateCommandQueue = create_queue,
        .ReleaseCommandQueue = release_queue,
        .CreateBuffer = create_buffer,
        .ReleaseMemObject = release_memory,
        .CreateProgramWithSource = create_program,
        .BuildProgram = build_program,
        .GetProgramBuildInfo = program_build_info,
        .ReleaseProgram = release_program,
        .CreateKernel = create_kernel,
        .ReleaseKernel = release_kernel,
        .SetKernelArg = set_argument,
        .GetKernelWorkGroupInfo = kernel_info,
        .EnqueueNDRangeKernel = enqueue_kernel,
        .EnqueueReadBuffer = enqueue_read,
        .EnqueueWriteBuffer = enqueue_write,
        .Finish = finish,
    };
}

cl_device_id fake_driver_device(struct fake_driver *driver)
{
    return (cl_device_id)(void *)driver;
}
