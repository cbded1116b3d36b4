/* clGetKernelSubGroupInfo of a kernel. */
#include <stdlib.h>
#include <string.h>

#include "checks/measure.h"
#include "device/cl_error.h"

enum { ITEMS = 16 };

/* Stops at the first query that fails. */
static void query_kernel(const struct wgc_device *device, cl_kernel kernel,
                         struct wgc_kernel_sub_groups *found)
{
    const size_t one = 1;
    const size_t *local = &found->local;
    const size_t *local_for_one = found->local_for_one;
    const struct {
        cl_kernel_sub_group_info what;
        const char *name;
        const size_t *in;
        size_t *out, size;
    } row[] = {
        {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE",
         local, &found->size, sizeof found->size},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE", local,
         &found->count, sizeof found->count},
        {CL_KERNEL_MAX_NUM_SUB_GROUPS, "CL_KERNEL_MAX_NUM_SUB_GROUPS", NULL, &found->max_count,
         sizeof found->max_count},
        {CL_KERNEL_COMPILE_NUM_SUB_GROUPS, "CL_KERNEL_COMPILE_NUM_SUB_GROUPS", NULL,
         &found->compile_count, sizeof found->compile_count},
        {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT", &one,
         found->local_for_one, sizeof found->local_for_one},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE",
         local_for_one, &found->count_for_that, sizeof found->count_for_that},
    };

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (row[i].in == local_for_one && local_for_one[0] == 0) {
            continue; /* no local size gives one sub-group */
        }
        found->failed = row[i].name;
        found->code = device->kernel_sub_group_info(kernel, device->place.id, row[i].what,
                                                    row[i].in != NULL ? sizeof(size_t) : 0,
                                                    row[i].in, row[i].size, row[i].out, NULL);
        if (found->code != CL_SUCCESS) {
            return;
        }
    }
}

enum wgc_status wgc_measure_sub_groups(const struct wgc_device *device,
                                       struct wgc_measurements *measured, struct wgc_err *err)
{
    static const char *const source = "kernel void wgc_measure(global int *out) { out[0] = 1; }\n";
    const size_t size = strlen(source);
    struct wgc_kernel_sub_groups *found = &measured->sub_groups;
    char options[WGC_STANDARD_OPTIONS_MAX];
    struct wgc_build build;
    enum wgc_status status;
    int code = CL_SUCCESS;

    found->callable = device->kernel_sub_group_info != NULL;
    found->local = ITEMS;
    if (!found->callable) {
        return WGC_OK;
    }
    wgc_standard_options(options, wgc_newest_standard(measured->properties));
    status = wgc_build_source(device, WGC_BUILD_BUILD, 1, (const char **)&source, &size, options,
                              &build, err);
    if (status != WGC_OK) {
        return status;
    }
    cl_kernel kernel = build.program != NULL
                           ? device->cl->CreateKernel(build.program, "wgc_measure", &code)
                           : NULL;
    if (kernel != NULL) {
        query_kernel(device, kernel, found);
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
