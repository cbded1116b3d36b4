#include "suite/feature_test_kernel.h"

static void put_enable(struct wgc_buf *text, const char *name)
{
    wgc_buf_printf(text, "#ifdef %s\n#pragma OPENCL EXTENSION %s : enable\n#endif\n", name, name);
}

void wgc_feature_test_kernel_put(struct wgc_buf *text, const struct wgc_feature_test_info *info,
                                 const char *entry)
{
    put_enable(text, "cl_khr_subgroups");
    if (info->name[0] != '\0') {
        put_enable(text, info->name);
    }
    wgc_buf_printf(text,
                   "kernel void %s(global int *out)\n{\n"
                   "    const int id = (int)get_local_id(0);\n    out[id] = (%s) ? 1 : 0;\n}\n",
                   entry, info->condition);
}
