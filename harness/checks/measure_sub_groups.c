/* clGetKernelSubGroupInfo of a kernel. */
#include <stdlib.h>
#include <string.h>

#include "checks/measure.h"
#include "device/cl_error.h"

enum { ITEMS = 16 };

static const char entry[] = "wgc_measure";

/* The kernel that is asked about, and where the answers go. */
struct question {
    const struct wgc_device *device;
    cl_kernel kernel;
    struct wgc_kernel_sub_groups *found;
};

/* Stores the code and the name; whether the query succeeded. */
static bool ask(const struct question *question, cl_kernel_sub_group_info what, const char *name,
                const size_t *in, size_t in_count, size_t *out, size_t out_count)
{
    question->found->failed = name;
    question->found->code = question->device->kernel_sub_group_info(
        question->kernel, question->device->place.id, what, in_count * sizeof *in, in,
        out_count * sizeof *out, out, NULL);
    return question->found->code == CL_SUCCESS;
}

#define ASK(question, what, ...) ask(question, what, #what, __VA_ARGS__)

/* The sub-groups of a local size, if there is one. */
static bool ask_size(const struct question *question, struct wgc_sub_groups_of_size *of)
{
    const size_t dimensions = of->local[1] > 1 || of->local[2] > 1 ? 3 : 1;

    if (of->local[0] == 0) {
        return true;
    }
    return ASK(question, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, of->local, dimensions, &of->size,
               1) &&
           ASK(question, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, of->local, dimensions, &of->count,
               1);
}

/* The local size for a number of sub-groups. */
static bool ask_fitting(const struct question *question, enum wgc_asked_count asked)
{
    struct wgc_sub_groups_of_size *fitting = &question->found->fitting[asked];
    const size_t count = wgc_asked_count(question->found, asked);

    return ASK(question, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, &count, 1, fitting->local, 3) &&
           ask_size(question, fitting);
}

/* Stops at the first query that fails. */
static void query_kernel(const struct question *question)
{
    struct wgc_kernel_sub_groups *found = question->found;

    found->small.local[0] = ITEMS;
    if (!ask_size(question, &found->small) || !ask_size(question, &found->large) ||
        !ASK(question, CL_KERNEL_MAX_NUM_SUB_GROUPS, NULL, 0, &found->max_count, 1) ||
        !ASK(question, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, NULL, 0, &found->compile_count, 1) ||
        !ask_fitting(question, WGC_ASKED_ONE) ||
        (wgc_runs_whole_sub_groups(found) && !ask_fitting(question, WGC_ASKED_RAN))) {
        return;
    }
    if (found->max_count > 0) { /* 0 is a fault of its own */
        (void)(ask_fitting(question, WGC_ASKED_MOST) && ask_fitting(question, WGC_ASKED_MORE));
    }
}

/* The kernel's largest work-group, and whether it runs. */
static void run_large(const struct wgc_device *device, cl_program program, cl_kernel kernel,
                      struct wgc_kernel_sub_groups *found)
{
    size_t *local = &found->large.local[0];
    cl_int word = 0;
    const char *call;

    if (device->cl->GetKernelWorkGroupInfo(kernel, device->place.id, CL_KERNEL_WORK_GROUP_SIZE,
                                           sizeof *local, local, NULL) != CL_SUCCESS) {
        *local = 0;
    }
    found->large_runs =
        *local > 0 &&
        wgc_measure_run(device, program, entry, *local, &word, 1, &call) == CL_SUCCESS && word == 1;
}

/* The answers for the kernel of a program that is built in one of two ways: of its text, or of the
 * binary of that. */
static enum wgc_status measure_built(const struct wgc_device *device, enum wgc_build_method way,
                                     const char *options, struct wgc_kernel_sub_groups *found,
                                     struct wgc_err *err)
{
    static const char *const source =
        "kernel void wgc_measure(global int *out) { if (get_local_id(0) == 0) out[0] = 1; }\n";
    const size_t size = strlen(source);
    struct wgc_build build;
    int code = CL_SUCCESS;
    enum wgc_status status =
        wgc_build_source(device, way, 1, (const char **)&source, &size, options, &build, err);

    if (status != WGC_OK) {
        return status;
    }
    cl_kernel kernel =
        build.program != NULL ? device->cl->CreateKernel(build.program, entry, &code) : NULL;
    if (kernel != NULL) {
        run_large(device, build.program, kernel, found);
        query_kernel(&(struct question){device, kernel, found});
        (void)device->cl->ReleaseKernel(kernel);
    } else {
        char text[WGC_CL_TEXT_MAX];
        found->refusal = build.program == NULL
                             ? strdup(build.reason)
                             : strdup(wgc_cl_error_text(text, "clCreateKernel", code));
        status =
            found->refusal == NULL ? wgc_err_memory(err, "the sub-groups of a kernel") : WGC_OK;
    }
    wgc_build_free(device, &build);
    return status;
}

enum wgc_status wgc_measure_sub_groups(const struct wgc_device *device,
                                       struct wgc_measurements *measured, struct wgc_err *err)
{
    struct wgc_kernel_sub_groups *found = &measured->sub_groups, *of_binary = &measured->of_binary;
    char options[WGC_STANDARD_OPTIONS_MAX];
    enum wgc_status status;

    found->callable = device->kernel_sub_group_info != NULL;
    if (!found->callable) {
        return WGC_OK;
    }
    wgc_standard_options(options, wgc_newest_standard(measured->properties));
    status = measure_built(device, WGC_BUILD_BUILD, options, found, err);
    if (status == WGC_OK && found->refusal == NULL && found->code == CL_SUCCESS) {
        status = measure_built(device, WGC_BUILD_BINARY, options, of_binary, err);
        of_binary->callable = of_binary->refusal == NULL; /* or the form binary fails */
    }
    return status;
}
