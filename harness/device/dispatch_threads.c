#include "device/dispatch_parts.h"

enum { NAME_BYTES = 512 };

/* What one host thread launches: every launch from first on, in steps. */
struct launcher {
    const struct wgc_dispatch *dispatch;
    const struct wgc_device *device;
    const struct wgc_trial *trial;
    cl_program program;
    const char *name; /* of the kernel */
    cl_command_queue queue;
    size_t first, step, launches;
    struct wgc_dispatch_result result;
};

/*
 * "All OpenCL API calls are thread-safe except those that modify the state of cl_kernel objects",
 * and these "are safe to call from any host thread, and safe to call re-entrantly so long as
 * concurrent calls to any combination of these API calls operate on different cl_kernel objects"
 * (the OpenCL API, "Multiple Host Threads").
 */
static void launch_all(void *data)
{
    struct launcher *own = data;
    const struct wgc_cl *cl = own->device->cl;
    int code = CL_SUCCESS;
    cl_kernel kernel = cl->CreateKernel(own->program, own->name, &code);

    if (kernel == NULL) {
        own->result =
            wgc_dispatch_failed("clCreateKernel", code == CL_SUCCESS ? CL_INVALID_KERNEL : code);
        return;
    }
    for (size_t i = own->first; own->result.code == CL_SUCCESS && i < own->launches;
         i += own->step) {
        own->result =
            wgc_dispatch_launch(&own->dispatch[i], own->device, own->queue, kernel, own->trial);
    }
    code = cl->Finish(own->queue);
    if (own->result.code == CL_SUCCESS && code != CL_SUCCESS) {
        own->result = wgc_dispatch_failed("clFinish", code);
    }
    (void)cl->ReleaseKernel(kernel);
}

struct wgc_dispatch_result wgc_dispatch_threads(const struct wgc_dispatch *dispatch,
                                                const struct wgc_device *device, cl_kernel kernel,
                                                size_t launches, const cl_command_queue *queue,
                                                size_t queues, const struct wgc_trial *trial)
{
    struct launcher launcher[WGC_LAUNCHES];
    void *data[WGC_LAUNCHES];
    cl_program program = NULL;
    char name[NAME_BYTES];
    struct wgc_dispatch_result result = {.code = CL_SUCCESS};

    int code = device->cl->GetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    if (code == CL_SUCCESS) {
        code = device->cl->GetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    }
    if (code != CL_SUCCESS) {
        return wgc_dispatch_failed("clGetKernelInfo", code);
    }
    for (size_t i = 0; i < queues; i++) {
        launcher[i] = (struct launcher){.dispatch = dispatch,
                                        .device = device,
                                        .trial = trial,
                                        .program = program,
                                        .name = name,
                                        .queue = queue[i],
                                        .first = i,
                                        .step = queues,
                                        .launches = launches};
        data[i] = &launcher[i];
    }
    if (!wgc_host_threads_run(launch_all, data, queues)) {
        return wgc_dispatch_failed("a host thread", CL_OUT_OF_HOST_MEMORY);
    }
    for (size_t i = 0; result.code == CL_SUCCESS && i < queues; i++) {
        result = launcher[i].result;
    }
    return result;
}
