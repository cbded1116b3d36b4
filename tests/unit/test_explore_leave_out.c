/* Programs without one of their constructs. */
#include "explore/reduce.h"
#include "tests/unit/explore_fixture.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* The body of the program without the construct of that name; fails the test if there is none. */
static void expect_without(const char *vars, const char *bodies, const char *sought,
                           const char *expected)
{
    struct explored explored;
    struct wgc_program variant;
    struct wgc_err err = {.text = ""};
    size_t place = 0;
    bool found = false;
    explored_begin(&explored, "8", NULL, vars, bodies);
    for (struct wgc_buf name = {0};
         wgc_program_leave_out(&explored.program, &place, &variant, &name, &err);
         name = (struct wgc_buf){0}) {
        struct wgc_buf text = {0};
        wgc_program_write(&variant, &text);
        if (strcmp(name.data, sought) == 0) {
            found = true;
            if (strstr(text.data, expected) == NULL) {
                fail_msg("without %s:\n%s", sought, text.data);
            }
        }
        wgc_buf_free(&text);
        wgc_buf_free(&name);
        wgc_program_free(&variant);
    }
    if (!found) {
        fail_msg("nothing without %s", sought);
    }
    explored_end(&explored);
}

#define VARS "var scalar int item f0 1\nvar counter uint item f0 1\n"

TEST(test_one_construct_is_left_out)
{
    expect_without(VARS, "v0 = (work_group_reduce:add (neg (int item)))\nend\n",
                   "work_group_reduce:add", "v0 = (neg (int item))\n");
    expect_without(VARS, "v0 = (work_group_reduce:add (neg (neg (int item))))\nend\n", "neg",
                   "v0 = (work_group_reduce:add (int item))\n");
    expect_without(VARS, "v0 = (select (int item) 2:int 3:int)\nend\n", "select", "v0 = 2:int\n");
    expect_without(VARS, "v0 = (elect)\nend\n", "elect", "v0 = 0:int\n");
    expect_without(VARS, "v0 = (int lane)\nend\n", "lane", "v0 = (int 0:uint)\n");
    expect_without(VARS, "if (int item)\nv0 = 1:int\nelse\nv0 = 2:int\nend\nend\n", "if",
                   "if 1:int\n    v0 = 1:int\n  else\n");
    expect_without(VARS, "if (int item)\nreturn\nend\nv0 = 1:int\nend\n", "return",
                   "if (int item)\n  end\n  v0 = 1:int\n");
    expect_without(VARS, "for v1 < item % 5\nv0 = 1:int\nend\nend\n", "for", "< 1:uint % 2\n");
    expect_without(VARS, "barrier local\nv0 = 1:int\nbarrier global\nend\n", "barrier",
                   "body f0\n  v0 = 1:int\nend\n");
}

/* Each construct once, and only well-defined programs. */
TEST(test_every_variant_is_well_defined)
{
    size_t variants = 0;
    for (uint64_t seed = 0; seed < 150; seed++) {
        struct explored explored;
        struct wgc_program variant;
        struct wgc_err err = {.text = ""};
        struct wgc_buf all = {0}, name = {0};
        size_t place = 0;
        explored_begin_seed(&explored, seed);
        wgc_buf_char(&all, ' ');
        while (wgc_program_leave_out(&explored.program, &place, &variant, &name, &err)) {
            char word[100];
            assert_int_equal(wgc_program_check(&variant, &err), WGC_OK);
            assert_true(wgc_program_hash(&variant) != wgc_program_hash(&explored.program));
            (void)snprintf(word, sizeof word, " %s ", name.data);
            if (strstr(all.data, word) != NULL) {
                fail_msg("seed %u: %s twice", (unsigned)seed, name.data);
            }
            wgc_buf_printf(&all, "%s ", name.data);
            wgc_buf_free(&name);
            wgc_program_free(&variant);
            variants++;
        }
        assert_int_equal(err.status, WGC_OK);
        wgc_buf_free(&all);
        explored_end(&explored);
    }
    assert_true(variants > 1500);
}
