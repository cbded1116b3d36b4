/* Kernels that require a size of sub-groups (cl_intel_required_subgroup_size). */
#include <stdio.h>

#include "checks/measure.h"
#include "device/cl_error.h"

enum { ITEMS = 16, COMPILE_SUB_GROUP_SIZE_INTEL = 0x410A };

static const char entry[] = "wgc_measure";

/* out[0] = get_max_sub_group_size() */
static void put_kernel(struct wgc_buf *text, size_t required)
{
    static const char *const extensions[] = {"cl_khr_subgroups", "cl_intel_subgroups",
                                             "cl_intel_required_subgroup_size"};

    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        wgc_buf_printf(text, "#ifdef %s\n#pragma OPENCL EXTENSION %s : enable\n#endif\n",
                       extensions[i], extensions[i]);
    }
    if (required != 0) {
        wgc_buf_printf(text, "__attribute__((intel_reqd_sub_group_size(%zu)))\n", required);
    }
    wgc_buf_printf(text,
                   "kernel void %s(global int *out)\n{\n    if (get_local_id(0) == 0)\n"
                   "        out[0] = (int)get_max_sub_group_size();\n}\n",
                   entry);
}

static void measure_kernel(const struct wgc_device *device, cl_program program,
                           struct wgc_required_size *found)
{
    const size_t items = found->required == 0 ? ITEMS : found->required;
    cl_int word = 0;
    int code = CL_SUCCESS;
    cl_kernel kernel = device->cl->CreateKernel(program, entry, &code);

    found->failed = "clCreateKernel";
    found->code = code;
    if (kernel == NULL) {
        return;
    }
    found->failed = "clGetKernelSubGroupInfo(CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL)";
    found->code =
        device->kernel_sub_group_info(kernel, device->place.id, COMPILE_SUB_GROUP_SIZE_INTEL, 0,
                                      NULL, sizeof found->compile_size, &found->compile_size, NULL);
    if (found->code == CL_SUCCESS) {
        found->code = wgc_measure_run(device, program, entry, items, &word, 1, &found->failed);
        found->max_size = word;
    }
    (void)device->cl->ReleaseKernel(kernel);
}

static enum wgc_status measure_size(const struct wgc_device *device, enum wgc_standard standard,
                                    struct wgc_required_size *found, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    char options[WGC_STANDARD_OPTIONS_MAX];
    struct wgc_build build;
    enum wgc_status status;

    put_kernel(&text, found->required);
    if (text.failed) {
        wgc_buf_free(&text);
        return wgc_err_memory(err, "a kernel with a required size");
    }
    wgc_standard_options(options, standard);
    const char *source = text.data;
    status =
        wgc_build_source(device, WGC_BUILD_BUILD, 1, &source, &text.size, options, &build, err);
    if (status == WGC_OK) {
        found->built = build.program != NULL;
        if (found->built) {
            measure_kernel(device, build.program, found);
        }
        wgc_build_free(device, &build);
    }
    wgc_buf_free(&text);
    return status;
}

enum wgc_status wgc_measure_required_sizes(const struct wgc_device *device,
                                           struct wgc_measurements *measured, struct wgc_err *err)
{
    const uint64_t *sizes = measured->properties->value[WGC_DEVICE_SUB_GROUP_SIZES_INTEL].size;
    enum wgc_status status = WGC_OK;

    if (device->kernel_sub_group_info == NULL ||
        !wgc_has_extension(measured->properties, "cl_intel_required_subgroup_size")) {
        return WGC_OK;
    }
    for (size_t i = 0; status == WGC_OK && i <= WGC_SIZES_MAX && (i == 0 || sizes[i - 1] != 0);
         i++) {
        struct wgc_required_size *one = &measured->required[measured->required_count++];
        *one = (struct wgc_required_size){.required = i == 0 ? 0 : (size_t)sizes[i - 1]};
        status = measure_size(device, wgc_newest_standard(measured->properties), one, err);
    }
    return status;
}
