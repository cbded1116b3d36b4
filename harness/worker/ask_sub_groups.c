/* What clGetKernelSubGroupInfo says of a kernel. */
#include <stdlib.h>
#include <string.h>

#include "worker/ask.h"
#include "worker/cl_error.h"

enum { ITEMS = 16 };

/* Asks the kernel; the first query that fails ends it. */
static void ask_kernel(const struct wgc_device *device, cl_kernel kernel,
                       struct wgc_sub_group_answer *answer)
{
    const size_t one = 1;
    const size_t *local = &answer->local;
    const size_t *found = answer->local_for_one;
    const struct {
        cl_kernel_sub_group_info what;
        const char *name;
        const size_t *in;
        size_t *out, size;
    } row[] = {
        {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE",
         local, &answer->size, sizeof answer->size},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE", local,
         &answer->count, sizeof answer->count},
        {CL_KERNEL_MAX_NUM_SUB_GROUPS, "CL_KERNEL_MAX_NUM_SUB_GROUPS", NULL, &answer->max_count,
         sizeof answer->max_count},
        {CL_KERNEL_COMPILE_NUM_SUB_GROUPS, "CL_KERNEL_COMPILE_NUM_SUB_GROUPS", NULL,
         &answer->compile_count, sizeof answer->compile_count},
        {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT", &one,
         answer->local_for_one, sizeof answer->local_for_one},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE", found,
         &answer->count_for_that, sizeof answer->count_for_that},
    };

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (row[i].in == found && found[0] == 0) {
            continue; /* the device gave no local size to ask about */
        }
        answer->failed = row[i].name;
        answer->code = device->kernel_sub_group_info(kernel, device->place.id, row[i].what,
                                                     row[i].in != NULL ? sizeof(size_t) : 0,
                                                     row[i].in, row[i].size, row[i].out, NULL);
        if (answer->code != CL_SUCCESS) {
            return;
        }
    }
}

enum wgc_status wgc_ask_sub_groups(const struct wgc_device *device, struct wgc_answers *answers,
                                   struct wgc_err *err)
{
    static const char *const source = "kernel void wgc_ask(global int *out) { out[0] = 1; }\n";
    const size_t size = strlen(source);
    struct wgc_sub_group_answer *answer = &answers->sub_group;
    char options[WGC_ASK_OPTIONS_MAX];
    struct wgc_build build;
    enum wgc_status status;
    int code = CL_SUCCESS;

    answer->asked = true;
    answer->callable = device->kernel_sub_group_info != NULL;
    answer->local = ITEMS;
    if (!answer->callable) {
        return WGC_OK;
    }
    wgc_ask_options(options, wgc_answers_newest(answers));
    status = wgc_build_source(device, 1, (const char **)&source, &size, options, &build, err);
    if (status != WGC_OK) {
        return status;
    }
    cl_kernel kernel =
        build.program != NULL ? device->cl->CreateKernel(build.program, "wgc_ask", &code) : NULL;
    if (kernel != NULL) {
        ask_kernel(device, kernel, answer);
        (void)device->cl->ReleaseKernel(kernel);
    } else {
        char text[WGC_CL_TEXT_MAX];
        answer->refusal = build.program == NULL
                              ? strdup(build.reason)
                              : strdup(wgc_cl_error_text(text, "clCreateKernel", code));
        status = answer->refusal == NULL ? wgc_err_memory(err, "an answer") : WGC_OK;
    }
    wgc_build_free(device, &build);
    return status;
}
