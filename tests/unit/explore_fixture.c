#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/explore_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static void make_buffers(struct explored *explored)
{
    wgc_program_layout(&explored->program, &explored->layout);
    explored->in = calloc(explored->layout.in_words + 1, sizeof *explored->in);
    explored->ids = calloc(explored->layout.ids_words + 1, sizeof *explored->ids);
    explored->out = calloc(explored->layout.out_words + 1, sizeof *explored->out);
    explored->mem = calloc(explored->layout.mem_words + 1, sizeof *explored->mem);
    assert_non_null(explored->in);
    assert_non_null(explored->ids);
    assert_non_null(explored->out);
    assert_non_null(explored->mem);
    wgc_program_inputs(&explored->program, explored->in);
}

void explored_begin(struct explored *explored, const char *local, const char *functions,
                    const char *vars, const char *bodies)
{
    struct wgc_buf text = {0};
    wgc_buf_printf(&text,
                   "wgconform program 1\ngenerator 1\nseed 0\ndata 7\nlocal %s\ngroups 3\n"
                   "inputs 4\noutputs 4\n%s%sbody f0\n%s",
                   local, functions == NULL ? "" : functions, vars == NULL ? "" : vars, bodies);
    *explored = (struct explored){0};
    if (wgc_program_read("text", text.data, text.size, &explored->program, &explored->err) !=
        WGC_OK) {
        fail_msg("%s\n%s", explored->err.text, text.data);
    }
    wgc_buf_free(&text);
    make_buffers(explored);
}

void explored_begin_seed(struct explored *explored, uint64_t seed)
{
    struct wgc_generate_options options;
    wgc_generate_defaults(&options);
    options.max_items = 64; /* larger ones take the interpreter's time alone */
    *explored = (struct explored){0};
    if (wgc_program_generate(&options, seed, &explored->program, &explored->err) != WGC_OK) {
        fail_msg("%s", explored->err.text);
    }
    make_buffers(explored);
}

enum wgc_interpreted explored_run(struct explored *explored, uint32_t size)
{
    return explored_run_in_parts(explored, size, WGC_PARTS_TOGETHER);
}

enum wgc_interpreted explored_run_in_parts(struct explored *explored, uint32_t size,
                                           enum wgc_parts parts)
{
    if (explored->layout.ids_words > 0) {
        wgc_program_partition(&explored->program, size, explored->ids);
    }
    return wgc_program_predict(&explored->program, explored->in, explored->ids, parts,
                               explored->out, explored->mem, &explored->err);
}

uint32_t explored_out(const struct explored *explored, size_t group, size_t item, size_t k)
{
    return explored
        ->out[((group * explored->layout.items + item) * explored->program.outputs + k) * 2];
}

void explored_end(struct explored *explored)
{
    wgc_program_free(&explored->program);
    free(explored->in);
    free(explored->ids);
    free(explored->out);
    free(explored->mem);
}
