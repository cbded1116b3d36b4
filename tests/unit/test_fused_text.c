/* harness/suite: kernels put together from the calls of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "suite/fused_text.h"

static const char helper_kernel[] = "//@ kernel a\n"
                                    "#pragma P\n"
                                    "int a_call(int x)\n"
                                    "{\n"
                                    "    return x;\n"
                                    "}\n"
                                    "\n"
                                    "kernel void a(\n"
                                    "    global const int *in)\n"
                                    "{\n"
                                    "    const uint i = 0;\n"
                                    "    //@ call\n"
                                    "    out[i] = a_call(in[i]);\n"
                                    "    //@ end\n"
                                    "}\n";

static const char required_kernel[] = "//@ kernel b\n"
                                      "__attribute__((reqd_work_group_size(64, 1, 1)))\n"
                                      "kernel void b(global const int *in)\n"
                                      "{\n"
                                      "    const uint i = 0;\n"
                                      "    //@ call\n"
                                      "    out[i] = in[i] + aux[i];\n"
                                      "    //@ end\n"
                                      "}\n";

static struct wgc_call_text parts_of(const char *section)
{
    struct wgc_call_text text;

    assert_true(wgc_call_text_find(section, strlen(section), &text));
    return text;
}

static void assert_part(const char *part, size_t size, const char *expected)
{
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(part, expected, size);
}

static void test_parts(void **state)
{
    struct wgc_call_text text = parts_of(helper_kernel);

    (void)state;
    assert_part(text.before, text.before_size,
                "#pragma P\nint a_call(int x)\n{\n    return x;\n}\n\n");
    assert_part(text.attribute, text.attribute_size, "");
    assert_part(text.head, text.head_size, "    const uint i = 0;\n");
    assert_part(text.call, text.call_size, "    out[i] = a_call(in[i]);\n");
    text = parts_of(required_kernel);
    assert_part(text.before, text.before_size, "");
    assert_part(text.attribute, text.attribute_size,
                "__attribute__((reqd_work_group_size(64, 1, 1)))\n");
}

/* A text that lacks any of the lines has no call to give, and nothing is read past its size. */
static void test_no_parts(void **state)
{
    struct wgc_call_text text;

    (void)state;
    for (size_t size = 0; size + 2 < strlen(helper_kernel); size++) {
        char *cut = malloc(size + 1);
        assert_non_null(cut);
        memcpy(cut, helper_kernel, size);
        assert_false(wgc_call_text_find(cut, size, &text));
        free(cut);
    }
}

static void test_same_head(void **state)
{
    struct wgc_call_text a = parts_of(helper_kernel), b = parts_of(required_kernel), c = a;

    (void)state;
    assert_true(wgc_call_text_same_head(&a, &a));
    assert_false(wgc_call_text_same_head(&a, &b)); /* the attribute */
    c.head_size--;
    assert_false(wgc_call_text_same_head(&a, &c));
}

static void test_text(void **state)
{
    struct wgc_fused_call call[] = {{parts_of(required_kernel), false},
                                    {parts_of(required_kernel), true}};
    struct wgc_buf out = {0};

    (void)state;
    wgc_fused_text("both", WGC_TYPE_long, call, 2, &out);
    assert_false(out.failed);
    assert_string_equal(
        out.data,
        "__attribute__((reqd_work_group_size(64, 1, 1)))\n"
        "kernel void both(\n"
        "    global const long *all_in, global long *all_out, global const uint *all_aux,\n"
        "    global uint *meta, uint group_items, uint slot_items, uint guard_items,\n"
        "    uint rounds, uint aux_part)\n"
        "{\n"
        "    const uint i = 0;\n"
        "    {\n"
        "    global const long *in = all_in + 0 * rounds * slot_items;\n"
        "    global long *out = all_out + 0 * (rounds * slot_items + 2 * guard_items);\n"
        "    global const uint *aux = (global const uint *)(all_aux + 0 * aux_part);\n"
        "    out[i] = in[i] + aux[i];\n"
        "    }\n"
        "    {\n"
        "    global const long *in = all_in + 1 * rounds * slot_items;\n"
        "    global long *out = all_out + 1 * (rounds * slot_items + 2 * guard_items);\n"
        "    global const long *aux = (global const long *)(all_aux + 1 * aux_part);\n"
        "    out[i] = in[i] + aux[i];\n"
        "    }\n"
        "}\n");
    wgc_buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_no_parts),
        cmocka_unit_test(test_same_head),
        cmocka_unit_test(test_text),
    };

    return cmocka_run_group_tests_name("fused_text", tests, NULL, NULL);
}
