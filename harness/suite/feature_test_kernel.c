#include "suite/feature_test_kernel.h"

#include <string.h>

enum { INDENT = 4 };

static const char sub_groups[] = "cl_khr_subgroups";

static void put_enable(struct wgc_buf *text, const char *name)
{
    wgc_buf_printf(text, "#ifdef %s\n#pragma OPENCL EXTENSION %s : enable\n#endif\n", name, name);
}

/* The call, and a condition around what follows it. */
static void put_call(struct wgc_buf *text, const struct wgc_feature_call *call, size_t number,
                     bool is_last)
{
    const int indent = INDENT * (int)(number + 1);
    const unsigned at = (unsigned)number;

    wgc_buf_printf(text, "%*sconst int value%u = %s;\n", indent, "", at, call->value);
    wgc_buf_printf(text, "%*sconst int expected%u = %s;\n", indent, "", at, call->expected);
    wgc_buf_printf(text, "%*sout[%u] = value%u;\n%*sout[%u] = expected%u;\n", indent, "", 2 * at,
                   at, indent, "", 2 * at + 1, at);
    if (!is_last) {
        wgc_buf_printf(text, "%*sif (value%u == expected%u) {\n", indent, "", at, at);
    }
}

void wgc_feature_test_kernel_put(struct wgc_buf *text, const struct wgc_feature_test_info *info,
                                 const char *entry)
{
    const size_t calls = wgc_feature_test_calls(info);

    put_enable(text, sub_groups);
    if (info->name[0] != '\0' && strcmp(info->name, sub_groups) != 0) {
        put_enable(text, info->name);
    }
    wgc_buf_printf(text,
                   "kernel void %s(global int *out)\n{\n"
                   "    const int id = (int)get_local_id(0);\n    out += %zu * id;\n",
                   entry, 2 * calls);
    for (size_t i = 0; i < calls; i++) {
        put_call(text, &info->call[i], i, i + 1 == calls);
    }
    for (size_t i = calls; i > 0; i--) {
        wgc_buf_printf(text, "%*s}\n", INDENT * (int)(i - 1), "");
    }
}
