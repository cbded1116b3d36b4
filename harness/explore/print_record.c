/* What records the results of calls that parts of a sub-group may make separately: each work-item
 * stores what it gets, and the interpreter takes it from there. */
#include "explore/parts.h"

#include <inttypes.h>

/* How a value of the type becomes a word, or two. */
static const char *word_of(enum wgc_type type)
{
    if (wgc_is_float(type)) {
        return wgc_bits(type) == 16   ? "(uint)as_ushort(x)"
               : wgc_bits(type) == 32 ? "as_uint(x)"
                                      : "as_ulong(x)";
    }
    return wgc_bits(type) == 64 ? "(ulong)x" : "(uint)x";
}

static void print_function(const struct wgc_printer *printer, enum wgc_type type)
{
    const char *const name = wgc_type_info(type)->name;
    struct wgc_buf *out = printer->out;
    wgc_buf_printf(out, "%s %s_record_%s(%s x, __global uint *to)\n{\n", name,
                   printer->options->kernel, name, name);
    if (wgc_bits(type) == 64) {
        wgc_buf_printf(out,
                       "    const ulong word = %s;\n    to[0] = (uint)word;\n"
                       "    to[1] = (uint)(word >> 32);\n",
                       word_of(type));
    } else {
        wgc_buf_printf(out, "    to[0] = %s;\n", word_of(type));
    }
    wgc_buf_text(out, "    return x;\n}\n\n");
}

void wgc_print_record_functions(const struct wgc_printer *printer)
{
    const struct wgc_recorded *recorded = &printer->recorded;
    const char *const kernel = printer->options->kernel;
    bool type[WGC_TYPE_COUNT] = {false}, ballot = false, rounds = false;
    for (size_t i = 0; i < recorded->count; i++) {
        const struct wgc_node *node = &printer->program->node[recorded->call[i].node];
        rounds = rounds || recorded->call[i].rounds > 1;
        if (wgc_collective_has_ballot(node->op)) {
            ballot = true;
        } else {
            type[node->type] = true;
        }
    }
    for (unsigned i = 0; i < WGC_TYPE_COUNT; i++) {
        if (type[i]) {
            print_function(printer, (enum wgc_type)i);
        }
    }
    if (ballot) {
        wgc_buf_printf(printer->out,
                       "uint4 %s_record_ballot(uint4 x, __global uint *to)\n{\n"
                       "    vstore4(x, 0, to);\n    return x;\n}\n\n",
                       kernel);
    }
    if (rounds) {
        wgc_buf_printf(printer->out,
                       "uint %s_round(__private uint *made, uint rounds)\n{\n"
                       "    return min((*made)++, rounds - 1u);\n}\n\n",
                       kernel);
    }
}

void wgc_print_record_begin(const struct wgc_printer *printer, int number, const char *what)
{
    if (number >= 0) {
        wgc_buf_printf(printer->out, "%s_record_%s(", printer->options->kernel, what);
    }
}

void wgc_print_record_end(const struct wgc_printer *printer, int number)
{
    if (number < 0) {
        return;
    }
    const struct wgc_recorded_call *call = &printer->recorded.call[number];
    wgc_buf_printf(printer->out, ", record + %" PRIu32 "u", call->offset);
    if (call->rounds > 1) {
        wgc_buf_printf(printer->out, " + %s_round(made + %d, %" PRIu32 "u) * %" PRIu32 "u",
                       printer->options->kernel, number, call->rounds, call->words);
    }
    wgc_buf_char(printer->out, ')');
}
