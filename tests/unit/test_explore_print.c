/* Programs of explore as OpenCL C. */
#include <string.h>

#include "explore/print.h"
#include "tests/unit/test.h"

static const char head[] =
    "wgconform program 1\ngenerator 1\nseed 1\ndata 1\nlocal 8\ngroups 2\n"
    "inputs 2\noutputs 2\nvar scalar int item f0 1\nvar scalar int item f0 1\n";

/* The kernel of the program with this body; released by the caller. */
static struct wgc_buf kernel_of(const char *body)
{
    const struct wgc_print_options options = {.kernel = "explore"};
    struct wgc_buf text = {0}, kernel = {0};
    struct wgc_program program;
    struct wgc_err err;

    wgc_buf_printf(&text, "%sbody f0\n%send\n", head, body);
    if (wgc_program_read("test", text.data, text.size, &program, &err) != WGC_OK) {
        fail_msg("%s", err.text);
    }
    wgc_program_print(&program, &options, &kernel);
    wgc_program_free(&program);
    wgc_buf_free(&text);
    assert_false(kernel.failed);
    return kernel;
}

static void expect(const char *body, const char *declared)
{
    struct wgc_buf kernel = kernel_of(body);

    if (strstr(kernel.data, declared) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", declared, kernel.data);
    }
    wgc_buf_free(&kernel);
}

TEST(a_variable_is_declared_where_it_is_first_assigned)
{
    expect("  v0 = 1:int\n  out.0 = v0\n", "int v0 = 1;\n");
}

TEST(a_variable_that_is_read_before_is_declared_at_the_top)
{
    expect("  out.0 = v0\n  v0 = 1:int\n", "int v0 = 0;\n");
    expect("  v0 = (add v0 1:int)\n  out.0 = v0\n", "int v0 = 0;\n");
    /* read by the statement that declares another one */
    expect("  v1 = v0\n  v0 = 1:int\n  out.0 = v1\n", "int v0 = 0;\n");
    expect("  v1 = v0\n  v0 = 1:int\n  out.0 = v1\n", "int v1 = v0;\n");
}

TEST(a_program_without_collective_functions_has_a_linear_id_in_opencl_c_1_2)
{
    static const char defined[] = "#if __OPENCL_C_VERSION__ < 200\n#define get_local_linear_id() ";
    struct wgc_buf kernel = kernel_of("  v0 = (work_group_reduce:add 1:int)\n  out.0 = v0\n");

    expect("  v0 = 1:int\n  out.0 = v0\n", defined);
    expect("  v0 = (int 1:ulong)\n  out.0 = v0\n", defined);
    assert_null(strstr(kernel.data, defined));
    wgc_buf_free(&kernel);
}
