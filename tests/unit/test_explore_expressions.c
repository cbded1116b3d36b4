/* The interpreter's operators, on numbers where signed and unsigned ones differ, and its loops:
 * what OpenCL C gives for the same expressions. */
#include "tests/unit/explore_fixture.h"
#include "tests/unit/test.h"

#include <stdio.h>

/* An expression of int or uint, and its value. */
static const struct {
    const char *text;
    uint32_t value;
} expressions[] = {
    {"(add 2147483647:int 1:int)", 0x80000000},
    {"(sub 0:uint 1:uint)", 0xffffffff},
    {"(mul -3:int 5:int)", 0xfffffff1},
    {"(min -1:int 1:int)", 0xffffffff},
    {"(min 4294967295:uint 1:uint)", 1},
    {"(max -1:int 1:int)", 1},
    {"(max 4294967295:uint 1:uint)", 0xffffffff},
    {"(shl 1:int 33:int)", 2},
    {"(shr -9:int 1:int)", 0xfffffffb},
    {"(lt (shr -9:long 1:long) 0:long)", 1},
    {"(shr -9:int 33:int)", 0xfffffffb},
    {"(shr 4294967287:uint 1:uint)", 0x7ffffffb},
    {"(int (shr -128:char 7:char))", 0xffffffff},
    {"(rol -2147483647:int 1:int)", 3},
    {"(div 4294967295:uint 2:uint)", 0x55555555},
    {"(mod 4294967295:uint 15:uint)", 0},
    {"(lt -1:int 1:int)", 1},
    {"(lt 4294967295:uint 1:uint)", 0},
    {"(le -1:char 1:char)", 1},
    {"(neg -2147483648:int)", 0x80000000},
    {"(abs 4294967295:uint)", 0xffffffff},
    {"(int -1:char)", 0xffffffff},
    {"(int 255:uchar)", 255},
    {"(uint (uchar -1:int))", 255},
};

TEST(test_operators_are_those_of_opencl_c)
{
    for (size_t i = 0; i < sizeof expressions / sizeof expressions[0]; i++) {
        struct explored explored;
        char body[100];
        (void)snprintf(body, sizeof body, "out.0 = %s\nend\n", expressions[i].text);
        explored_begin(&explored, "1", NULL, NULL, body);
        assert_int_equal(explored_run(&explored, 1), WGC_INTERPRETED);
        if (explored_out(&explored, 0, 0, 0) != expressions[i].value) {
            fail_msg("%s gives 0x%x", expressions[i].text, explored_out(&explored, 0, 0, 0));
        }
        explored_end(&explored);
    }
}

TEST(test_a_loop_has_each_round_once)
{
    struct explored explored;
    explored_begin(&explored, "1", NULL, "var scalar uint item f0 1\nvar counter uint item f0 1\n",
                   "for v1 < 2:uint % 4\nv0 = (add (mul v0 10:uint) (add v1 1:uint))\nend\n"
                   "out.0 = v0\nend\n");
    assert_int_equal(explored_run(&explored, 1), WGC_INTERPRETED);
    assert_int_equal(explored_out(&explored, 0, 0, 0), 12);
    explored_end(&explored);
}
