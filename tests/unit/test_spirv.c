/* Which SPIR-V module a device gets: the file, the version, the entry point's variables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/spirv.h"
#include "tests/unit/test.h"

static char reduce[] = "work_group_reduce_add", scan[] = "work_group_scan_inclusive_min";

TEST(the_file_follows_the_address_bits)
{
    char path[WGC_SPIRV_FILE_MAX];

    wgc_spirv_file("spirv/a.int.plain.spv", 64, path);
    assert_string_equal(path, "spirv/a.int.plain.spv");
    wgc_spirv_file("spirv/a.int.plain.spv", 32, path);
    assert_string_equal(path, "spirv32/a.int.plain.spv");
}

TEST(only_listed_versions_are_chosen)
{
    struct wgc_signature signature = {.function = reduce};

    for (size_t kernel = 0; kernel < 20; kernel++) {
        assert_int_equal(wgc_spirv_choose("SPIR-V_1.2", 100, &signature, kernel), 120);
        assert_int_equal(
            wgc_spirv_choose("SPIR-V_1.0 SPIR-V_1.4 SPIR-V_1.3", 140, &signature, kernel), 140);
        assert_int_equal(wgc_spirv_choose("SPIR-V_1.0 SPIR-V_1.2", 130, &signature, kernel), 0);
        assert_int_equal(
            wgc_spirv_choose("SPIR-V_1.10 SPIR-V_1.7 X-SPIR-V_1.1", 100, &signature, kernel), 0);
        assert_int_equal(wgc_spirv_choose("", 100, &signature, kernel), 0);
    }
}

/* Each function, type and kernel meets each of the versions. */
TEST(every_listed_version_is_used)
{
    static const char *const lists[] = {"SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2",
                                        "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4",
                                        ("SPIR-V_1.6 SPIR-V_1.5 SPIR-V_1.4 SPIR-V_1.3 SPIR-V_1.2 "
                                         "SPIR-V_1.1 SPIR-V_1.0")};
    static const unsigned counts[] = {3, 5, 7};
    char *const functions[] = {reduce, scan};

    for (size_t l = 0; l < 3; l++) {
        unsigned by_function[2] = {0}, by_type[7] = {0}, by_kernel[7] = {0};
        for (size_t f = 0; f < 2; f++) {
            for (size_t t = 0; t < 7; t++) {
                for (size_t k = 0; k < 7; k++) {
                    struct wgc_signature signature = {.function = functions[f],
                                                      .type = (enum wgc_type)t};
                    unsigned version = wgc_spirv_choose(lists[l], 100, &signature, k);
                    unsigned bit = 1U << (version / 10 - 10);
                    by_function[f] |= bit;
                    by_type[t] |= bit;
                    by_kernel[k] |= bit;
                }
            }
        }
        for (size_t i = 0; i < 7; i++) {
            assert_int_equal(by_function[i % 2], (1U << counts[l]) - 1);
            assert_int_equal(by_type[i], (1U << counts[l]) - 1);
            assert_int_equal(by_kernel[i], (1U << counts[l]) - 1);
        }
    }
}

/* A module with an entry point, a variable of Input and one of Workgroup; not a valid one. */
static const uint32_t module[] = {
    0x07230203,    0x00010000, 7,  30,  0, /* the header */
    4U << 16 | 15, 6,          1,  'p',    /* OpEntryPoint Kernel %1 "p" */
    4U << 16 | 59, 2,          11, 1,      /* %11 = OpVariable %2 Input */
    4U << 16 | 59, 3,          12, 4,      /* %12 = OpVariable %3 Workgroup */
};

TEST(the_version_is_set_and_variables_are_named)
{
    struct wgc_buf out = {0};
    uint32_t word[32];

    assert_true(wgc_spirv_set_version(module, sizeof module, 130, &out));
    assert_int_equal(out.size, sizeof module);
    assert_int_equal(wgc_spirv_version(out.data, out.size), 130);
    assert_memory_equal(out.data + 8, (const char *)module + 8, sizeof module - 8);
    wgc_buf_clear(&out);
    assert_true(wgc_spirv_set_version(module, sizeof module, 140, &out));
    assert_int_equal(out.size, sizeof module + 4);
    memcpy(word, out.data, out.size);
    assert_int_equal(word[1], 0x00010400);
    assert_int_equal(word[5], 5U << 16 | 15);
    assert_int_equal(word[9], 12);
    assert_memory_equal(word + 10, module + 9, sizeof module - 9 * sizeof(uint32_t));
    wgc_buf_free(&out);
}

/* From 1.4 on the entry point names every variable, in their order; else the text stays as it is.
 */
TEST(the_text_follows_the_version)
{
    static const char text[] = "; a comment\nOpEntryPoint Kernel %kernel \"p\" %id\n"
                               "%id = OpVariable %input_i32 Input\n"
                               "%own = OpVariable %local_i32 Workgroup\n"
                               "OpName %x = OpVariable %local_i32 Workgroup\n"
                               "%constant = OpConstant %i32 2\n"
                               "%other = OpVariable %global_i32 CrossWorkgroup";
    struct wgc_buf out = {0};

    wgc_spirv_put_text(text, 130, &out);
    assert_string_equal(out.data, text);
    wgc_buf_clear(&out);
    wgc_spirv_put_text(text, 140, &out);
    assert_non_null(
        strstr(out.data, "\nOpEntryPoint Kernel %kernel \"p\" %id %own %other\n%id = "));
    assert_int_equal(out.size, strlen(text) + strlen(" %own %other"));
    wgc_buf_free(&out);
}

TEST(what_is_no_module_is_refused)
{
    uint32_t broken[sizeof module / sizeof module[0]];
    struct wgc_buf out = {0};

    assert_int_equal(wgc_spirv_version("text", 4), 0);
    assert_false(wgc_spirv_set_version(module, sizeof module - 2, 130, &out));
    assert_false(wgc_spirv_set_version(module, sizeof module - 4, 130, &out)); /* cut off */
    memcpy(broken, module, sizeof module);
    broken[5] = 15; /* no length */
    assert_false(wgc_spirv_set_version(broken, sizeof broken, 130, &out));
    memcpy(broken, module, sizeof module);
    broken[0]++;
    assert_false(wgc_spirv_set_version(broken, sizeof broken, 130, &out));
    assert_int_equal(out.size, 0);
    wgc_buf_free(&out);
}
