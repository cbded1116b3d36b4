/* The program of a capability check that runs a kernel (suite/feature_tests.def). */
#include "repro/parts.h"
#include "suite/feature_test_kernel.h"

static const char kernel_name[] = "feature_test";

static void put_head(const struct wgc_repro_spec *spec, const struct wgc_query_info *check,
                     struct wgc_buf *out)
{
    wgc_buf_printf(
        out,
        "/*\n * %s\n * %s.\n *\n"
        " *     cc -o repro repro.c -lOpenCL && ./repro [DEVICE]\n *\n"
        " * DEVICE is its number, counted over all platforms from 0 on, or PLATFORM/DEVICE "
        "(default: see\n * usual_device). Exit status: 0 the device is right, 1 it is wrong, 2 it "
        "could not be tried,\n * for example because it does not build the kernel.\n *\n"
        " * Written by wgconform repro.\n */\n"
        "#define CL_TARGET_OPENCL_VERSION 300\n#include <CL/cl.h>\n"
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
        "static const char case_name[] = \"%s\";\nstatic const char kernel_name[] = \"%s\";\n",
        spec->case_name, check->text, spec->case_name, kernel_name);
    wgc_repro_put_device(spec, out);
}

static void put_calls(const struct wgc_query_info *check, struct wgc_buf *out)
{
    enum { OPENCL_C_2 = 20, NEWEST = 30 };
    const struct wgc_feature_test_info *info = wgc_feature_test_info(check->subject);
    const size_t calls = wgc_feature_test_calls(info);

    wgc_buf_printf(out,
                   "#define MORE_OPTIONS \"\"\n#define CONTEXTS 1\n#define KERNEL_FILE "
                   "\"repro.cl\"\n#define NEWEST_C %d\n"
                   "enum { GROUP_ITEMS = %d, CALLS = %zu, NOT_WRITTEN = %d };\n\n"
                   "static const char *const call[CALLS] = {\n",
                   (check->needs & WGC_MEASURE_TEST_C2) != 0 ? OPENCL_C_2 : NEWEST,
                   WGC_FEATURE_TEST_ITEMS, calls, WGC_FEATURE_NOT_WRITTEN);
    for (size_t i = 0; i < calls; i++) {
        wgc_buf_printf(out, "    \"%s == %s\",\n", info->call[i].value, info->call[i].expected);
    }
    wgc_buf_text(out, "};\n");
}

enum wgc_status wgc_repro_feature_make(const struct wgc_repro_spec *spec,
                                       const struct wgc_query_info *check, struct wgc_repro *repro,
                                       struct wgc_err *err)
{
    struct wgc_buf *out = &repro->program;

    put_head(spec, check, out);
    put_calls(check, out);
    wgc_buf_text(out, wgc_repro_host);
    wgc_buf_text(out, wgc_repro_build_options);
    wgc_buf_text(out, wgc_repro_source_c);
    wgc_buf_text(out, wgc_repro_refused);
    wgc_buf_text(out, wgc_repro_build);
    wgc_buf_text(out, wgc_repro_feature);
    wgc_buf_text(out, wgc_repro_whole_device);
    wgc_buf_text(out, wgc_repro_main);
    wgc_feature_test_kernel_put(&repro->kernel, wgc_feature_test_info(check->subject), kernel_name);
    return out->failed || repro->kernel.failed ? wgc_err_memory(err, "the program") : WGC_OK;
}
