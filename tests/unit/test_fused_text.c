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
    assert_false(text.conditional);
    assert_part(text.loop, text.loop_size, "");
    text = parts_of(required_kernel);
    assert_part(text.before, text.before_size, "");
    assert_part(text.attribute, text.attribute_size,
                "__attribute__((reqd_work_group_size(64, 1, 1)))\n");
}

static void test_conditional(void **state)
{
    static const char under[] = "//@ kernel c\nkernel void c()\n{\n    int i;\n    //@ call\n"
                                "    if (rounds != 0)\n        x = call(x);\n    //@ end\n}\n";
    static const char before[] =
        "//@ kernel c\nkernel void c()\n{\n    if (i)\n        i = 0;\n"
        "    //@ call\n    x = call(x);\n    //@ end\n    if (i) i = 0;\n}\n";

    (void)state;
    assert_true(parts_of(under).conditional);
    assert_false(parts_of(before).conditional);
}

/* A loop stands around all of the calls. */
static void test_loop(void **state)
{
    static const char looping[] =
        "//@ kernel c\nkernel void c()\n{\n    int i;\n"
        "    for (;;)\n    //@ call\n    {\n        x;\n    }\n    //@ end\n}\n";
    struct wgc_call_text loop = parts_of(looping), other = loop;
    struct wgc_fused_call call[] = {{loop, false}, {loop, false}};
    struct wgc_buf out = {0};

    (void)state;
    assert_part(loop.head, loop.head_size, "    int i;\n");
    assert_part(loop.loop, loop.loop_size, "    for (;;)\n");
    other.loop_size = 0;
    assert_null(wgc_call_text_wider(&loop, &other));
    wgc_fused_text("loops", WGC_TYPE_int, call, 2, &out);
    assert_false(out.failed);
    assert_non_null(
        strstr(out.data, "{\n    int i;\n    for (;;)\n    {\n    const size_t in_part"));
    assert_null(strstr(strstr(out.data, "for (;;)") + 1, "for (;;)"));
    wgc_buf_free(&out);
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

static void test_wider(void **state)
{
    struct wgc_call_text a = parts_of(helper_kernel), b = parts_of(required_kernel), c = a;

    (void)state;
    assert_ptr_equal(wgc_call_text_wider(&a, &a), &a);
    assert_null(wgc_call_text_wider(&a, &b)); /* the attribute */
    c.head_size--;
    assert_ptr_equal(wgc_call_text_wider(&a, &c), &a);
    assert_ptr_equal(wgc_call_text_wider(&c, &a), &a);
    c.head++;
    assert_null(wgc_call_text_wider(&a, &c));
    assert_null(wgc_call_text_wider(&c, &a));
}

/* A fused kernel begins as the one of its calls that says most there. */
static void test_text_has_widest_head(void **state)
{
    struct wgc_fused_call call[] = {{parts_of(helper_kernel), false},
                                    {parts_of(helper_kernel), false},
                                    {parts_of(helper_kernel), false}};
    struct wgc_buf out = {0};

    (void)state;
    call[0].text.head_size = 0;
    call[2].text.head_size = 0;
    wgc_fused_text("wide", WGC_TYPE_int, call, 3, &out);
    assert_false(out.failed);
    assert_non_null(strstr(out.data, "{\n    const uint i = 0;\n    {\n    const size_t in_part"));
    wgc_buf_free(&out);
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
        "    const size_t in_part = (size_t)rounds * slot_items;\n"
        "    const size_t out_part = in_part + 2 * (size_t)guard_items;\n"
        "    global const long *next_in = all_in;\n"
        "    global long *next_out = all_out;\n"
        "    {\n"
        "    global const long *in = next_in;\n"
        "    global long *out = next_out;\n"
        "    global const uint *aux = (global const uint *)(all_aux + 0 * aux_part);\n"
        "    out[i] = in[i] + aux[i];\n"
        "    next_in += in_part;\n"
        "    next_out += out_part;\n"
        "    }\n"
        "    {\n"
        "    global const long *in = next_in;\n"
        "    global long *out = next_out;\n"
        "    global const long *aux = (global const long *)(all_aux + 1 * aux_part);\n"
        "    out[i] = in[i] + aux[i];\n"
        "    next_in += in_part;\n"
        "    next_out += out_part;\n"
        "    }\n"
        "    }\n"
        "}\n");
    wgc_buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_conditional),
        cmocka_unit_test(test_loop),
        cmocka_unit_test(test_no_parts),
        cmocka_unit_test(test_wider),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_text_has_widest_head),
    };

    return cmocka_run_group_tests_name("fused_text", tests, NULL, NULL);
}
