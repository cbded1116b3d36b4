/* Programs that are not well defined: the check refuses them, and where a run shows it, so does the
 * interpreter, each without the other. */
#include "tests/unit/explore_fixture.h"
#include "tests/unit/test.h"

#include <string.h>

struct bad {
    const char *functions, *vars, *bodies;
    const char *checked;     /* a part of the check's reason; NULL: it is well defined */
    const char *interpreted; /* a part of the interpreter's reason; NULL: nothing shows */
};

#define SCALARS                                                                                    \
    "var scalar int item f0 1\nvar scalar uint work_group f0 1\nvar scalar uint sub_group f0 1\n"
#define SHARED   "var local uint item f0 8\nvar global uint item f0 8\n" SCALARS
#define COUNTERS "var counter uint item f0 1\nvar counter uint work_group f0 1\n" SCALARS

static const struct bad bads[] = {
    /* Collective functions and barriers. */
    {NULL, SCALARS, "if (lt item 3:uint)\nv0 = (work_group_all 1:int)\nend\nend\n",
     "not all work-items of its group reach a collective", "reach work_group_all"},
    {NULL, SCALARS, "if (lt sub_group 1:uint)\nv0 = (work_group_all 1:int)\nend\nend\n",
     "not all work-items of its group reach a collective", "reach work_group_all"},
    {NULL, SCALARS, "if (lt sub_group 1:uint)\nv0 = (sub_group_all 1:int)\nend\nend\n", NULL, NULL},
    {NULL, SCALARS, "if (lt item 3:uint)\nv0 = (sub_group_all 1:int)\nend\nend\n",
     "not all work-items of its group reach a collective", "reach sub_group_all"},
    {NULL, SCALARS, "if (lt item 3:uint)\nv0 = (non_uniform_all 1:int)\nend\nend\n", NULL, NULL},
    {NULL, SCALARS, "if (lt item 3:uint)\nbarrier local\nend\nend\n",
     "not all work-items of its group reach a barrier", "reach a barrier"},
    {NULL, SCALARS, "if (lt item 3:uint)\nsub_group_barrier local\nend\nend\n",
     "not all work-items of its group reach a barrier", "reach a barrier"},
    {NULL, SCALARS, "if (lt item 3:uint)\nreturn\nend\nv0 = (work_group_any 1:int)\nend\n",
     "not all work-items of its group reach a collective", "reach work_group_any"},
    {NULL, SCALARS, "if (lt group 1:uint)\nreturn\nend\nv0 = (work_group_any 1:int)\nend\n", NULL,
     NULL},
    {NULL, SCALARS, "v0 = (land (int item) (work_group_any 1:int))\nend\n",
     "not all work-items of its group reach a collective", "reach work_group_any"},
    {NULL, SCALARS, "v0 = (select (int item) (work_group_any 1:int) 0:int)\nend\n",
     "not all work-items of its group reach a collective", "reach work_group_any"},
    /* Loops. */
    {NULL, COUNTERS, "for v0 < item % 4\nv2 = (work_group_any 1:int)\nend\nend\n",
     "not all work-items of its group reach a collective", "reach work_group_any"},
    {NULL, COUNTERS, "for v1 < item % 4\nend\nend\n", "the counter differs", NULL},
    {NULL, COUNTERS,
     "for v0 < 3:uint % 4\nv2 = (work_group_any 1:int)\nif (lt item "
     "2:uint)\nbreak\nend\nend\nend\n",
     "not all work-items of its group reach a collective", "reach work_group_any"},
    {NULL, COUNTERS,
     "for v1 < 3:uint % 4\nv2 = (work_group_any 1:int)\nif (lt item 2:uint)\ncontinue\nend\nend\n"
     "end\n",
     NULL, NULL},
    {NULL, COUNTERS,
     "for v1 < 3:uint % 4\nif (lt item 2:uint)\ncontinue\nend\nv2 = (work_group_any 1:int)\nend\n"
     "end\n",
     "not all work-items of its group reach a collective", "reach work_group_any"},
    {NULL, COUNTERS, "for v0 < item % 4\nv2 = (non_uniform_any 1:int)\nend\nend\n", NULL, NULL},
    {NULL, COUNTERS, "v3 = v0\nend\n", "a counter outside of its loop", "a counter outside"},
    {NULL, COUNTERS, "break\nend\n", "there is no loop around", "there is no loop around"},
    {NULL, COUNTERS, "for v0 < 2:uint % 4\nswitch item % 2\ncase\nbreak\ncase\nend\nend\nend\n",
     "break in a switch", "break in a switch"},
    /* Levels. */
    {NULL, SCALARS, "v1 = item\nend\n", "the value differs where it has to be the same", NULL},
    {NULL, SCALARS, "v1 = sub_group\nend\n", "the value differs", NULL},
    {NULL, SCALARS, "v2 = sub_group\nend\n", NULL, NULL},
    {NULL, SCALARS, "v1 = v2\nend\n", "the value differs", NULL},
    {NULL, SCALARS, "v1 = group\nv2 = v1\nend\n", NULL, NULL},
    {NULL, SCALARS, "if (lt item 3:uint)\nv1 = 5:uint\nend\nend\n",
     "not all work-items of its level reach the assignment", NULL},
    {NULL, SCALARS, "v0 = (work_group_broadcast 1:int item)\nend\n",
     "the id of a broadcast differs", "the id of a broadcast differs"},
    {NULL, SCALARS, "v0 = (sub_group_broadcast 1:int item)\nend\n", "the id of a broadcast differs",
     "the lane of a broadcast differs"},
    {"function int work_group work_group 1\n",
     "var scalar int work_group f0 1\nvar parameter int work_group f1 1\n",
     "call v0 = f1 (int item)\nend\nbody f1\nreturn v1\nend\n", "the value differs", NULL},
    {"function int item work_group 0\n", "var scalar int item f0 1\n",
     "if (lt item 2:uint)\ncall v0 = f1\nend\nend\nbody f1\nreturn (work_group_all 1:int)\nend\n",
     "reach the call", "reach work_group_all"},
    /* Local and global memory. */
    {NULL, SHARED, "v0.0 = item\nv3 = v0[3:uint]\nend\n", "a data race",
     "race for element 3 of v0"},
    {NULL, SHARED, "v0.0 = item\nbarrier local\nv4 = v0[item]\nend\n", "the value differs", NULL},
    {NULL, SHARED, "v0.0 = item\nbarrier local\nv2 = (int v0[(add item 1:uint)])\nend\n", NULL,
     NULL},
    {NULL, SHARED, "v0.0 = item\nbarrier global\nv2 = (int v0[(add item 1:uint)])\nend\n",
     "a data race", "race for element"},
    {NULL, SHARED, "v1.0 = item\nbarrier local\nv2 = (int v1[(add item 1:uint)])\nend\n",
     "a data race", "race for element"},
    {NULL, SHARED, "v2 = (int v0[(add item 1:uint)])\nv0.0 = item\nend\n", "a data race",
     "race for element"},
    {NULL, SHARED, "if (lt item 3:uint)\nv0.0 = item\nelse\nv2 = (int v0[1:uint])\nend\nend\n",
     "a data race", "race for element 1"},
    {NULL, SHARED, "atomic:add v0[0:uint] = item\natomic:add v0[0:uint] = 3:uint\nend\n", NULL,
     NULL},
    {NULL, SHARED, "atomic:add v0[0:uint] = item\natomic:max v0[0:uint] = 3:uint\nend\n",
     "a data race", "race for element 0"},
    {NULL, SHARED, "atomic:add v0[0:uint] = item\nv2 = (int v0[0:uint])\nend\n", "a data race",
     "race for element 0"},
    {NULL, SHARED, "v0.1 = item\nend\n", "out of bounds", "out of bounds"},
    /* Floating point. */
    {NULL, "var scalar float item f0 1\n", "v0 = (mul (float item) (float item))\nend\n",
     "may be too large to be exact", NULL},
    {NULL, "var scalar float item f0 1\n",
     "v0 = (float (int (mul (float item) (float item))))\nend\n", NULL, NULL},
    {NULL, "var scalar float item f0 1\n",
     "out.0 = (mul (mul (float in.0) (float in.0)) (mul (float in.0) (float in.0)))\nend\n",
     "may be too large to be exact", NULL},
};

TEST(test_ill_defined_programs_are_refused_twice)
{
    for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
        const struct bad *bad = &bads[i];
        struct explored explored;
        struct wgc_err err = {.text = ""};
        explored_begin(&explored, "8", bad->functions, bad->vars, bad->bodies);
        const enum wgc_status checked = wgc_program_check(&explored.program, &err);
        if ((checked == WGC_OK) != (bad->checked == NULL) ||
            (bad->checked != NULL && strstr(err.text, bad->checked) == NULL)) {
            fail_msg("check of %s: %s", bad->bodies, checked == WGC_OK ? "right" : err.text);
        }
        const enum wgc_interpreted run = explored_run(&explored, 4);
        if ((run == WGC_INTERPRETED) != (bad->interpreted == NULL) ||
            (bad->interpreted != NULL && strstr(explored.err.text, bad->interpreted) == NULL)) {
            fail_msg("run of %s: %s", bad->bodies,
                     run == WGC_INTERPRETED ? "right" : explored.err.text);
        }
        explored_end(&explored);
    }
}

TEST(test_endless_programs_end)
{
    struct explored explored;
    explored_begin(&explored, "4", NULL, "var counter uint item f0 1\nvar counter uint item f0 1\n",
                   "for v0 < 63:uint % 64\nfor v1 < 63:uint % 64\nout.0 = item\nend\nend\nend\n");
    assert_int_equal(wgc_program_interpret(&explored.program, explored.in, NULL, 1000, explored.out,
                                           explored.mem, &explored.err),
                     WGC_BAD_PROGRAM);
    assert_string_equal(explored.err.text, "too many steps");
    explored_end(&explored);
}

TEST(test_bad_text_is_refused_with_its_line)
{
#define HEAD                                                                                       \
    "wgconform program 1\ngenerator 1\nseed 0\ndata 7\nlocal 8\ngroups 3\ninputs 4\noutputs 4\n"
    static const struct {
        const char *text, *message;
    } texts[] = {
        {"", "t:1: 'wgconform' is missing"},
        {"wgconform program 2\n", "t:1: format 2 is not 1"},
        {"wgconform program 1\ngenerator x\n", "t:2: a number is missing"},
        {HEAD "body f0\nv0 = 1:int\nend\n", "t:10: there is no variable v0"},
        {HEAD "var scalar int item f0 1\nbody f0\nv0 = 5000000000:int\nend\n",
         "t:11: the constant is no int"},
        {HEAD "var scalar int item f0 1\nbody f0\nv0 = (add 1:int 1:uint)\nend\n",
         "t:11: the operands' types do not fit"},
        {HEAD "var scalar int item f0 1\nbody f0\nv0 = (add 1:int)\nend\n",
         "t:11: 1 operands where 2 are needed"},
        {HEAD "var scalar int item f0 1\nbody f0\nv0 = (jump 1:int)\nend\n",
         "t:11: an operator or a function is missing"},
        {HEAD "var scalar int item f0 1\nbody f0\nv0 = 1:int 2:int\nend\n",
         "t:11: the line does not end here: '2:int'"},
        {HEAD "body f0\nif 1:int\nend\n", "t:12: 'end' is missing"},
        {HEAD "body f0\nend\nmore\n", "t:11: text after the program"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct wgc_program program;
        struct wgc_err err = {.text = ""};
        assert_int_equal(
            wgc_program_read("t", texts[i].text, strlen(texts[i].text), &program, &err),
            WGC_ERR_INPUT);
        assert_string_equal(err.text, texts[i].message);
        assert_null(program.node);
    }
}

/* No prefix of a program's text, and no changed byte, is more than an error. */
TEST(test_damaged_text_does_no_harm)
{
    struct explored explored;
    struct wgc_buf text = {0};
    explored_begin_seed(&explored, 3);
    wgc_program_write(&explored.program, &text);
    for (size_t i = 0; i < text.size; i++) {
        struct wgc_program program;
        struct wgc_err err;
        const char kept = text.data[i];
        (void)wgc_program_read("t", text.data, i, &program, &err);
        wgc_program_free(&program);
        text.data[i] = (char)(kept ^ (1 << i % 7));
        if (wgc_program_read("t", text.data, text.size, &program, &err) == WGC_OK) {
            (void)wgc_program_check(&program, &err);
            wgc_program_free(&program);
        }
        text.data[i] = kept;
    }
    wgc_buf_free(&text);
    explored_end(&explored);
}
