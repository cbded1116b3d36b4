#include "repro/repro_explored.h"

#include <inttypes.h>
#include <stdlib.h>

#include "explore/interpret.h"
#include "explore/print.h"
#include "repro/parts.h"
#include "suite/source.h"

enum { NEWEST_C = 30, OLD_C = 12, WORDS_A_LINE = 10 };
static const char kernel_name[] = "explore";

/* The words of a launch. */
struct words {
    struct wgc_program_layout layout;
    uint32_t *in, *out, *ids, *mem;
};

static void free_words(struct words *words)
{
    free(words->in);
    free(words->out);
    free(words->ids);
    free(words->mem);
}

static enum wgc_status make_words(const struct wgc_program *program, size_t sub_group_size,
                                  struct words *words, struct wgc_err *err)
{
    struct wgc_program_layout *layout = &words->layout;

    wgc_program_layout(program, layout);
    words->in = calloc(layout->in_words + 1, sizeof *words->in);
    words->out = calloc(layout->out_words + 1, sizeof *words->out);
    words->ids = calloc(layout->ids_words + 1, sizeof *words->ids);
    words->mem = calloc(layout->mem_words + 1, sizeof *words->mem);
    if (words->in == NULL || words->out == NULL || words->ids == NULL || words->mem == NULL) {
        return wgc_err_memory(err, "the data");
    }
    wgc_program_inputs(program, words->in);
    for (size_t i = 0; i < layout->ids_words; i++) {
        words->ids[i] = WGC_PROGRAM_POISON; /* where nothing is recorded */
    }
    if (layout->ids_words > 0) {
        wgc_program_partition(program, (uint32_t)sub_group_size, words->ids);
    }
    enum wgc_interpreted interpreted = wgc_program_predict(
        program, words->in, words->ids, WGC_PARTS_TOGETHER, words->out, words->mem, err);
    return interpreted == WGC_INTERPRETED ? WGC_OK
           : interpreted == WGC_NO_MEMORY ? wgc_err_memory(err, "the expected values")
                                          : wgc_err_set(err, WGC_ERR_INPUT, "%s", err->text);
}

static void put_words(struct wgc_buf *out, const char *name, const uint32_t *word, size_t count)
{
    wgc_buf_printf(out, "static const cl_uint %s[%zu] = {", name, count == 0 ? 1 : count);
    for (size_t i = 0; i < count; i++) {
        wgc_buf_printf(out, "%s%" PRIu32 "u,", i % WORDS_A_LINE == 0 ? "\n    " : " ", word[i]);
    }
    wgc_buf_text(out, count == 0 ? "0};\n" : "\n};\n");
}

static void put_head(const struct wgc_repro_spec *spec, const struct wgc_program *program,
                     struct wgc_buf *out)
{
    wgc_buf_printf(
        out,
        "/*\n * %s: a program that explore has found.\n *\n"
        " *     cc -o repro repro.c -lOpenCL && ./repro [DEVICE]\n *\n"
        " * DEVICE is its number, counted over all platforms from 0 on, or PLATFORM/DEVICE "
        "(default: "
        "see\n * usual_device). Exit status: 0 the device is right, 1 it is wrong, 2 it could not "
        "be "
        "tried.\n *\n * Written by wgconform repro.\n */\n"
        "#define CL_TARGET_OPENCL_VERSION 300\n#include <CL/cl.h>\n"
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n",
        spec->case_name);
    wgc_buf_printf(out,
                   "static const char case_name[] = \"%s\";\n"
                   "static const char kernel_name[] = \"%s\";\n",
                   spec->case_name, kernel_name);
    wgc_repro_put_device(spec, out);
    wgc_buf_printf(out,
                   "#define MORE_OPTIONS \"\"\n#define CONTEXTS 1\n#define KERNEL_FILE "
                   "\"repro.cl\"\n#define NEWEST_C "
                   "%d\n#define DIMENSIONS %u\n"
                   "static const size_t local_size[3] = {%" PRIu32 ", %" PRIu32 ", %" PRIu32 "};\n"
                   "static const size_t global_size[3] = {%" PRIu32 ", %" PRIu32 ", %" PRIu32
                   "};\n",
                   spec->impl == WGC_IMPL_EMULATED ? OLD_C : NEWEST_C, program->dimensions,
                   program->local[0], program->local[1], program->local[2],
                   program->local[0] * program->groups, program->local[1], program->local[2]);
}

static void put_data(const struct wgc_program *program, const struct words *words,
                     struct wgc_buf *out)
{
    const struct wgc_program_layout *layout = &words->layout;

    wgc_buf_printf(out,
                   "enum { GROUP_ITEMS = %zu, OUT_WORDS = %zu, IDS_WORDS = %zu, MEM_WORDS = %zu,\n"
                   "       ITEM_OUT_WORDS = %u, ITEM_IDS_WORDS = %d, RECORD_WORDS = %zu "
                   "};\n#define POISON 0x%xu\n\n"
                   "/* The inputs, and what a right device writes. */\n",
                   layout->items, layout->out_words, layout->ids_words, layout->mem_words,
                   2 * (unsigned)program->outputs, WGC_IDS_WORDS, layout->record_words,
                   (unsigned)WGC_PROGRAM_POISON);
    put_words(out, "input", words->in, layout->in_words);
    put_words(out, "expected_out", words->out, layout->out_words);
    put_words(out, "expected_ids", words->ids, layout->ids_words);
    put_words(out, "expected_mem", words->mem, layout->mem_words);
}

static enum wgc_status put_kernel(const struct wgc_repro_spec *spec,
                                  const struct wgc_program *program, struct wgc_buf *out,
                                  struct wgc_err *err)
{
    const bool emulated = spec->impl == WGC_IMPL_EMULATED;
    const struct wgc_print_options options = {.kernel = kernel_name, .emulated = emulated};
    enum wgc_status status =
        emulated ? wgc_source_read(spec->manifest->folder, spec->manifest->prelude, out, err)
                 : WGC_OK;

    if (status == WGC_OK) {
        wgc_program_print(program, &options, out);
    }
    return status;
}

static enum wgc_status make(const struct wgc_repro_spec *spec, const struct wgc_program *program,
                            struct wgc_repro *repro, struct wgc_err *err)
{
    struct words words = {0};
    enum wgc_status status = make_words(program, spec->sub_group_size, &words, err);

    if (status == WGC_OK) {
        put_head(spec, program, &repro->program);
        put_data(program, &words, &repro->program);
        wgc_buf_text(&repro->program, wgc_repro_host);
        wgc_buf_text(&repro->program, wgc_repro_build_options);
        wgc_buf_text(&repro->program, wgc_repro_source_c);
        wgc_buf_text(&repro->program, wgc_repro_refused);
        wgc_buf_text(&repro->program, wgc_repro_build);
        wgc_buf_text(&repro->program, wgc_repro_explored);
        wgc_buf_text(&repro->program, wgc_repro_explored_judge);
        wgc_buf_text(&repro->program, wgc_repro_whole_device);
        wgc_buf_text(&repro->program, wgc_repro_main);
        status = put_kernel(spec, program, &repro->kernel, err);
    }
    free_words(&words);
    if (status == WGC_OK && (repro->program.failed || repro->kernel.failed)) {
        status = wgc_err_memory(err, "the program");
    }
    return status;
}

enum wgc_status wgc_repro_explored_make(const struct wgc_repro_spec *spec, const char *text,
                                        size_t size, struct wgc_repro *repro, struct wgc_err *err)
{
    struct wgc_program program;

    *repro = (struct wgc_repro){0};
    enum wgc_status status = wgc_program_read(spec->case_name, text, size, &program, err);
    if (status == WGC_OK) {
        status = wgc_program_check(&program, err);
        if (status == WGC_OK) {
            status = make(spec, &program, repro, err);
        }
        wgc_program_free(&program);
    }
    if (status != WGC_OK) {
        wgc_repro_free(repro);
    }
    return status;
}
