/*
 * ways.c: an OpenCL layer (OPENCL_LAYERS=.../libwgways.so) in which kernels that were built or are
 * launched in one unusual way do nothing. WGC_WAY_FAULT names it: binary, link, context (any but
 * the first), queue (any but the first of its context), unordered (a queue out of order), repeated
 * (a launch behind another one of the same queue, without a wait), standard (programs of OpenCL
 * C 2.0), chosen (without a local size), clone (a cloned kernel), many (more than 65,535
 * work-groups in one dimension), commands (a command buffer), thread (a launch by another host
 * thread than the one that made the first context), part (a sub-device). With wide, a global offset
 * loses its upper half; with inside, a part of a buffer begins where the buffer does. With
 * WGC_WAY_LOCAL=X,Y,... a launch without a local size has the local size X in the first dimension
 * and 1 in the others, the next one Y, and so on, from the first one on again. With WGC_WAY_ERROR
 * the call of that name gives CL_OUT_OF_HOST_MEMORY: CreateContext and CreateCommandQueue from the
 * second one on; for GetProgramInfo a program has no binary.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/layer/layer.h"

enum { MOST = 4096 };

/* The objects that are concerned; a handle may be used again by another one. */
static void *bad[MOST];
static size_t bad_count;
static void *first_context, *first_queue;
static pthread_t first_thread; /* of the host, which made the first context */
static _Atomic(void *) last_launch;
static pthread_mutex_t bad_turn = PTHREAD_MUTEX_INITIALIZER; /* of bad */
static cl_device_id part[4]; /* the last sub-devices that were made */

static bool is_fault(const char *name)
{
    const char *chosen = getenv("WGC_WAY_FAULT");

    return chosen != NULL && strcmp(chosen, name) == 0;
}

/* Whether the call is to give an error, which it then sets; error may be NULL. */
static bool refuses(const char *call, cl_int *error)
{
    const char *chosen = getenv("WGC_WAY_ERROR");
    const bool refused = chosen != NULL && strcmp(chosen, call) == 0;

    if (refused && error != NULL) {
        *error = CL_OUT_OF_HOST_MEMORY;
    }
    return refused;
}

static size_t find(const void *object)
{
    size_t i = 0;

    while (i < bad_count && bad[i] != object) {
        i++;
    }
    return i;
}

static bool is_bad(const void *object)
{
    (void)pthread_mutex_lock(&bad_turn);
    const bool found = find(object) < bad_count;
    (void)pthread_mutex_unlock(&bad_turn);
    return found;
}

static void note(void *object, bool concerned)
{
    (void)pthread_mutex_lock(&bad_turn);
    const size_t at = find(object);

    if (concerned && at == bad_count) {
        if (bad_count == MOST) {
            abort(); /* a fault that is not made would be no test */
        }
        bad[bad_count++] = object;
    } else if (!concerned && at < bad_count) {
        bad[at] = bad[--bad_count];
    }
    (void)pthread_mutex_unlock(&bad_turn);
}

static bool is_part(cl_device_id id)
{
    return id == part[0] || id == part[1];
}

static CL_API_ENTRY cl_int CL_API_CALL
own_CreateSubDevices(cl_device_id id, const cl_device_partition_property *scheme, cl_uint room,
                     cl_device_id *made, cl_uint *count)
{
    cl_int code = CL_SUCCESS;

    if (refuses("CreateSubDevices", &code)) {
        return code;
    }
    code = wgl_next.clCreateSubDevices(id, scheme, room, made, count);
    for (cl_uint i = 0; code == CL_SUCCESS && made != NULL && i < room && i < 2; i++) {
        part[i] = made[i];
    }
    return code;
}

static CL_API_ENTRY cl_mem CL_API_CALL own_CreateSubBuffer(cl_mem whole, cl_mem_flags flags,
                                                           cl_buffer_create_type type,
                                                           const void *info, cl_int *error)
{
    cl_buffer_region region = *(const cl_buffer_region *)info;

    if (refuses("CreateSubBuffer", error)) {
        return NULL;
    }
    region.origin = is_fault("inside") ? 0 : region.origin;
    return wgl_next.clCreateSubBuffer(whole, flags, type, &region, error);
}

static CL_API_ENTRY cl_context CL_API_CALL
own_CreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *ids,
                  void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
                  cl_int *error)
{
    if (first_context != NULL && refuses("CreateContext", error)) {
        return NULL;
    }
    cl_context context = wgl_next.clCreateContext(properties, count, ids, notify, data, error);

    note(context,
         is_part(ids[0]) ? is_fault("part") : is_fault("context") && first_context != NULL);
    if (first_context == NULL) {
        first_context = context;
        first_thread = pthread_self();
    }
    return context;
}

static CL_API_ENTRY cl_command_queue CL_API_CALL own_CreateCommandQueue(
    cl_context context, cl_device_id id, cl_command_queue_properties properties, cl_int *error)
{
    if (first_queue != NULL && refuses("CreateCommandQueue", error)) {
        return NULL;
    }
    cl_command_queue queue = wgl_next.clCreateCommandQueue(context, id, properties, error);
    const bool unordered = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;

    note(queue,
         is_bad(context) || (is_fault("unordered") && unordered) ||
             (is_fault("queue") && first_queue != NULL && context == first_context && !unordered));
    first_queue = first_queue == NULL ? queue : first_queue;
    return queue;
}

static CL_API_ENTRY cl_program CL_API_CALL
own_LinkProgram(cl_context context, cl_uint count, const cl_device_id *ids, const char *options,
                cl_uint programs, const cl_program *program,
                void(CL_CALLBACK *notify)(cl_program, void *), void *data, cl_int *error)
{
    if (refuses("LinkProgram", error)) {
        return NULL;
    }
    cl_program linked = wgl_next.clLinkProgram(context, count, ids, options, programs, program,
                                               notify, data, error);

    note(linked, is_fault("link"));
    return linked;
}

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithBinary(
    cl_context context, cl_uint count, const cl_device_id *ids, const size_t *lengths,
    const unsigned char **binaries, cl_int *status, cl_int *error)
{
    if (refuses("CreateProgramWithBinary", error)) {
        return NULL;
    }
    cl_program program =
        wgl_next.clCreateProgramWithBinary(context, count, ids, lengths, binaries, status, error);

    note(program, is_fault("binary"));
    return program;
}

static CL_API_ENTRY cl_int CL_API_CALL own_GetProgramInfo(cl_program program, cl_program_info what,
                                                          size_t size, void *value, size_t *got)
{
    if (what == CL_PROGRAM_BINARY_SIZES && refuses("GetProgramInfo", NULL)) {
        memset(value, 0, size);
        return CL_SUCCESS;
    }
    return wgl_next.clGetProgramInfo(program, what, size, value, got);
}

static CL_API_ENTRY cl_int CL_API_CALL
own_CompileProgram(cl_program program, cl_uint count, const cl_device_id *ids, const char *options,
                   cl_uint headers, const cl_program *header, const char **names,
                   void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    cl_int code = CL_SUCCESS;

    return refuses("CompileProgram", &code)
               ? code
               : wgl_next.clCompileProgram(program, count, ids, options, headers, header, names,
                                           notify, data);
}

static CL_API_ENTRY cl_int CL_API_CALL own_Flush(cl_command_queue queue)
{
    cl_int code = CL_SUCCESS;

    return refuses("Flush", &code) ? code : wgl_next.clFlush(queue);
}

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithSource(
    cl_context context, cl_uint count, const char **strings, const size_t *lengths, cl_int *error)
{
    cl_program program =
        wgl_next.clCreateProgramWithSource(context, count, strings, lengths, error);

    note(program, false);
    return program;
}

static CL_API_ENTRY cl_int CL_API_CALL
own_BuildProgram(cl_program program, cl_uint count, const cl_device_id *ids, const char *options,
                 void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    if (is_fault("standard") && strstr(options, "-cl-std=CL2.0") != NULL) {
        note(program, true);
    }
    return wgl_next.clBuildProgram(program, count, ids, options, notify, data);
}

static CL_API_ENTRY cl_kernel CL_API_CALL own_CreateKernel(cl_program program, const char *name,
                                                           cl_int *error)
{
    cl_kernel kernel = wgl_next.clCreateKernel(program, name, error);

    note(kernel, is_bad(program));
    return kernel;
}

static CL_API_ENTRY cl_kernel CL_API_CALL own_CloneKernel(cl_kernel kernel, cl_int *error)
{
    cl_kernel clone = wgl_next.clCloneKernel(kernel, error);

    note(clone, is_fault("clone"));
    return clone;
}

static CL_API_ENTRY cl_int CL_API_CALL enqueue_nothing(cl_uint count, cl_command_queue *queues,
                                                       cl_command_buffer_khr buffer, cl_uint events,
                                                       const cl_event *list, cl_event *event)
{
    (void)count, (void)queues, (void)buffer, (void)events, (void)list, (void)event;
    return CL_SUCCESS;
}

static CL_API_ENTRY void *CL_API_CALL
own_GetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
    void *found = wgl_next.clGetExtensionFunctionAddressForPlatform(platform, name);

    if (is_fault("commands") && strcmp(name, "clEnqueueCommandBufferKHR") == 0) {
        clEnqueueCommandBufferKHR_fn nothing = enqueue_nothing;
        memcpy(&found, &nothing, sizeof found);
    }
    return found;
}

/* Whether a launch has more than 65,535 work-groups in one dimension. */
static bool has_many(cl_uint dimensions, const size_t *global, const size_t *local)
{
    bool many = false;

    for (cl_uint d = 0; local != NULL && d < dimensions; d++) {
        many = many || global[d] / local[d] > 65535;
    }
    return many;
}

/* The next number of WGC_WAY_LOCAL, or 0. */
static size_t next_side(void)
{
    static const char *rest;
    const char *list = getenv("WGC_WAY_LOCAL");
    char *end = NULL;

    if (list == NULL) {
        return 0;
    }
    const size_t side = strtoul(rest == NULL || *rest == '\0' ? list : rest, &end, 10);
    rest = *end == ',' ? end + 1 : end;
    return side;
}

static CL_API_ENTRY cl_int CL_API_CALL
own_EnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                         const size_t *offset, const size_t *global, const size_t *local,
                         cl_uint events, const cl_event *list, cl_event *event)
{
    const bool follows = is_fault("repeated") && last_launch == queue;
    const bool idle = is_fault("chosen") && local == NULL;
    const bool many = is_fault("many") && has_many(dimensions, global, local);
    const bool thread = is_fault("thread") && pthread_equal(pthread_self(), first_thread) == 0;
    size_t start[3] = {0, 0, 0};
    size_t side[3] = {local == NULL ? next_side() : 0, 1, 1};

    last_launch = queue;
    if (local == NULL && side[0] != 0) {
        local = side;
    }
    for (cl_uint d = 0; is_fault("wide") && offset != NULL && d < dimensions; d++) {
        start[d] = offset[d] & UINT32_MAX;
    }
    offset = is_fault("wide") ? start : offset;
    if (follows || idle || many || thread || is_bad(queue) || is_bad(kernel)) {
        return CL_SUCCESS; /* nobody here asks for the event */
    }
    return wgl_next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, events,
                                           list, event);
}

static CL_API_ENTRY cl_int CL_API_CALL own_EnqueueReadBuffer(cl_command_queue queue, cl_mem memory,
                                                             cl_bool blocking, size_t offset,
                                                             size_t size, void *data,
                                                             cl_uint events, const cl_event *list,
                                                             cl_event *event)
{
    last_launch = NULL;
    return wgl_next.clEnqueueReadBuffer(queue, memory, blocking, offset, size, data, events, list,
                                        event);
}

const char wgl_name[] = "wgways";

void wgl_take(cl_icd_dispatch *own)
{
    WGL_TAKE(own, CreateContext, own_CreateContext);
    WGL_TAKE(own, CreateSubDevices, own_CreateSubDevices);
    WGL_TAKE(own, CreateSubBuffer, own_CreateSubBuffer);
    WGL_TAKE(own, CreateCommandQueue, own_CreateCommandQueue);
    WGL_TAKE(own, LinkProgram, own_LinkProgram);
    WGL_TAKE(own, CreateProgramWithBinary, own_CreateProgramWithBinary);
    WGL_TAKE(own, CreateProgramWithSource, own_CreateProgramWithSource);
    WGL_TAKE(own, GetProgramInfo, own_GetProgramInfo);
    WGL_TAKE(own, CompileProgram, own_CompileProgram);
    WGL_TAKE(own, Flush, own_Flush);
    WGL_TAKE(own, BuildProgram, own_BuildProgram);
    WGL_TAKE(own, CreateKernel, own_CreateKernel);
    WGL_TAKE(own, CloneKernel, own_CloneKernel);
    WGL_TAKE(own, GetExtensionFunctionAddressForPlatform,
             own_GetExtensionFunctionAddressForPlatform);
    WGL_TAKE(own, EnqueueNDRangeKernel, own_EnqueueNDRangeKernel);
    WGL_TAKE(own, EnqueueReadBuffer, own_EnqueueReadBuffer);
}
