/* What is in front of a program's own statements in OpenCL C. */
#include "explore/parts.h"

#include <inttypes.h>

#define LINEAR_ID                                                                                  \
    "((get_local_id(2) * get_local_size(1) + get_local_id(1)) * "                                  \
    "get_local_size(0) + get_local_id(0))"

void wgc_print_extensions(const struct wgc_printer *printer)
{
    const uint32_t families = wgc_program_families(printer->program);
    for (unsigned i = 0; i < WGC_FAMILY_COUNT; i++) {
        const char *extension = wgc_family_extension((enum wgc_program_family)i);
        if ((families >> i & 1) != 0 && extension != NULL) {
            wgc_buf_printf(printer->out,
                           "#ifdef %s\n#pragma OPENCL EXTENSION %s : enable\n#endif\n", extension,
                           extension);
        }
    }
    /* Without a function that needs OpenCL C 2.0, a device of 1.2 runs the program, of any type. */
    if ((families & ~WGC_FAMILIES_OF_TYPES) == 0) {
        wgc_buf_text(printer->out, "#if __OPENCL_C_VERSION__ < 200\n"
                                   "#define get_local_linear_id() " LINEAR_ID "\n#endif\n");
    }
}

void wgc_print_item(const struct wgc_printer *printer)
{
    wgc_buf_printf(printer->out, "    const uint item = (uint)%s;\n",
                   printer->options->emulated ? LINEAR_ID : "get_local_linear_id()");
}

/* What the kernel uses of its arguments. */
struct uses {
    bool in, group_in, out;
};

static void see_uses(const struct wgc_program *program, const struct wgc_node *node, void *data)
{
    struct uses *uses = data;
    (void)program;
    uses->in |= node->kind == WGC_NODE_INPUT;
    uses->group_in |= node->kind == WGC_NODE_GROUP_INPUT;
    uses->out |= node->kind == WGC_NODE_STORE;
}

static void print_arguments(const struct wgc_printer *printer,
                            const struct wgc_program_layout *layout)
{
    const struct wgc_program *program = printer->program;
    struct uses uses = {false, false, false};
    wgc_each_node(program, see_uses, &uses);
    if (uses.in || uses.out || printer->has_sub_groups) {
        wgc_buf_printf(printer->out,
                       "    const uint place = (uint)get_group_id(0) * %zuu + item;\n",
                       layout->items);
    }
    if (uses.in) {
        wgc_buf_printf(printer->out,
                       "    __global const uint *my_in = in + place * %" PRIu32 "u;\n",
                       program->inputs);
    }
    if (uses.group_in) {
        wgc_buf_printf(
            printer->out,
            "    __global const uint *group_in = in + (%zuu + (uint)get_group_id(0)) * %" PRIu32
            "u;\n",
            layout->total, program->inputs);
    }
    if (uses.out) {
        wgc_buf_printf(printer->out, "    __global uint *my_out = out + place * %" PRIu32 "u;\n",
                       program->outputs * 2);
    }
}

static void print_shared(const struct wgc_printer *printer, const struct wgc_program_layout *layout)
{
    const struct wgc_program *program = printer->program;
    struct wgc_buf *out = printer->out;
    size_t offset = 0;
    for (unsigned i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        const char *type = wgc_type_info((enum wgc_type)var->type)->name;
        if (var->kind == WGC_VAR_LOCAL) {
            wgc_buf_printf(out, "    __local %s l%u[%" PRIu32 "];\n", type, i, var->length);
        } else if (var->kind == WGC_VAR_GLOBAL) {
            wgc_buf_printf(out,
                           "    __global %s *g%u = (__global %s *)(mem + (uint)get_group_id(0) * "
                           "%zuu + %zuu);\n",
                           type, i, type, layout->group_mem_words, offset);
            offset += ((size_t)var->length * (wgc_bits(var->type) / 8) + 7) / 8 * 2;
        }
    }
    if (printer->counts_lanes) {
        wgc_buf_printf(out, "    __local uint counts[%zu];\n", layout->items);
    }
}

/* Zeros in local memory, and the lanes of each sub-group counted. */
static void print_setup(const struct wgc_printer *printer, const struct wgc_program_layout *layout)
{
    const struct wgc_program *program = printer->program;
    struct wgc_buf *out = printer->out;
    bool barrier = printer->counts_lanes;
    for (unsigned i = 0; i < program->var_count; i++) {
        const struct wgc_var *var = &program->var[i];
        if (var->kind == WGC_VAR_LOCAL) {
            wgc_buf_printf(out,
                           "    for (uint k = item; k < %" PRIu32 "u; k += %zuu) {\n"
                           "        l%u[k] = 0;\n    }\n",
                           var->length, layout->items, i);
            barrier = true;
        }
    }
    wgc_buf_text(out, printer->counts_lanes ? "    counts[item] = 0;\n" : "");
    wgc_buf_text(out, barrier ? "    barrier(CLK_LOCAL_MEM_FENCE);\n" : "");
    if (printer->counts_lanes) {
        wgc_buf_printf(out,
                       "    atomic_inc(&counts[get_sub_group_id() %% %zuu]);\n"
                       "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "    const uint lanes = counts[get_sub_group_id() %% %zuu];\n",
                       layout->items, layout->items);
    }
    if (printer->has_sub_groups) {
        wgc_buf_printf(out,
                       "    ids[place * %du] = get_sub_group_id();\n"
                       "    ids[place * %du + 1u] = get_sub_group_local_id();\n"
                       "    ids[place * %du + 2u] = get_sub_group_size();\n"
                       "    ids[place * %du + 3u] = get_max_sub_group_size();\n"
                       "    ids[place * %du + 4u] = get_num_sub_groups();\n",
                       WGC_IDS_WORDS, WGC_IDS_WORDS, WGC_IDS_WORDS, WGC_IDS_WORDS, WGC_IDS_WORDS);
    }
    if (printer->recorded.count > 0) {
        wgc_buf_printf(out,
                       "    __global uint *record = ids + %zuu + place * %" PRIu32 "u;\n"
                       "    uint made[%zu] = {0};\n",
                       layout->total * WGC_IDS_WORDS, printer->recorded.words,
                       printer->recorded.count);
    }
}

void wgc_print_prologue(const struct wgc_printer *printer)
{
    struct wgc_program_layout layout;
    wgc_program_layout(printer->program, &layout);
    wgc_buf_printf(printer->out,
                   "__kernel void %s(__global const uint *in, __global uint *out, __global uint "
                   "*ids,\n    __global uint *mem)\n{\n",
                   printer->options->kernel);
    if (printer->options->emulated) {
        wgc_buf_printf(printer->out, "    WGC_SCRATCH(%zu);\n", layout.items);
    }
    print_shared(printer, &layout);
    wgc_print_item(printer);
    print_arguments(printer, &layout);
    print_setup(printer, &layout);
}
