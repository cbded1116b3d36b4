/* Calls of collective functions in OpenCL C. */
#include "explore/parts.h"

#include <inttypes.h>

static int number_of(const struct wgc_printer *printer, const struct wgc_node *node)
{
    return wgc_recorded_number(&printer->recorded, (int32_t)(node - printer->program->node));
}

/* The built-in's name with its operator. */
static void print_function(const struct wgc_printer *printer, const struct wgc_node *node)
{
    for (const char *c = wgc_collective_info(node->op)->name; *c != 0; c++) {
        if (*c == '%') {
            wgc_buf_text(printer->out, wgc_op_info((enum wgc_op)node->operation)->name);
            c++;
        } else {
            wgc_buf_char(printer->out, *c);
        }
    }
}

static void print_broadcast(const struct wgc_printer *printer, const struct wgc_node *node)
{
    wgc_print_between(printer, node->a, "work_group_broadcast(", "");
    for (unsigned d = 0; d < 3 && d < printer->program->dimensions; d++) {
        wgc_buf_text(printer->out, ", ");
        wgc_print_modulo(printer, node->operand[1 + d], printer->program->local[d]);
    }
    wgc_buf_char(printer->out, ')');
}

/* The ballot itself, of type uint4, between two texts. */
static void print_votes(const struct wgc_printer *printer, const struct wgc_node *node,
                        const char *before, const char *after)
{
    const int number = number_of(printer, node);
    wgc_buf_text(printer->out, before);
    wgc_print_record_begin(printer, number, "ballot");
    wgc_print_between(printer, node->a, "sub_group_ballot(", ")");
    wgc_print_record_end(printer, number);
    wgc_buf_text(printer->out, after);
}

/* Functions of a ballot, which is their argument. */
static void print_ballot(const struct wgc_printer *printer, const struct wgc_node *node)
{
    struct wgc_buf *out = printer->out;
    switch (node->op) {
    case WGC_COLLECTIVE_ballot_word:
        print_votes(printer, node, "", "");
        wgc_buf_printf(out, ".%c", "xyzw"[node->value & 3]);
        break;
    case WGC_COLLECTIVE_inverse_ballot:
        print_votes(printer, node, "(sub_group_inverse_ballot(", ") != 0)");
        break;
    case WGC_COLLECTIVE_ballot_bit_extract:
        print_votes(printer, node, "(sub_group_ballot_bit_extract(", ", ");
        wgc_print_between(printer, node->b, "", " % lanes) != 0)");
        break;
    case WGC_COLLECTIVE_ballot_bit_count:
    case WGC_COLLECTIVE_ballot_inclusive_scan:
    case WGC_COLLECTIVE_ballot_exclusive_scan:
        print_function(printer, node);
        print_votes(printer, node, "(", ")");
        break;
    case WGC_COLLECTIVE_ballot_find_lsb:
    case WGC_COLLECTIVE_ballot_find_msb:
        print_function(printer, node);
        print_votes(printer, node, "(", " | get_sub_group_eq_mask())");
        break;
    default:
        print_votes(printer, node, "sub_group_ballot_bit_count(", " & ");
        print_function(printer, node);
        wgc_buf_text(out, "())");
    }
}

/* Where the source may not exist: select evaluates all of its operands, so that all call. */
static void print_guarded(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const char *const type = wgc_type_info((enum wgc_type)node->type)->name;
    const char *const same_size[] = {"char", "short", "int", "long"};
    const unsigned bits = wgc_bits(node->type);
    const uint64_t cluster = node->value % WGC_DELTA_UNIT, delta = node->value / WGC_DELTA_UNIT;
    struct wgc_buf *out = printer->out;
    wgc_buf_printf(out, "select((%s)0, ", type);
    print_function(printer, node);
    wgc_print_between(printer, node->a, "(", ", ");
    const char *const size = same_size[bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3];
    const char *const lane = "get_sub_group_local_id()";
    switch (node->op) {
    case WGC_COLLECTIVE_shuffle_xor:
        wgc_buf_printf(out, "%" PRIu64 "u), (%s)((%s ^ %" PRIu64 "u) < lanes))", node->value, size,
                       lane, node->value);
        break;
    case WGC_COLLECTIVE_shuffle_up:
        wgc_buf_printf(out, "%" PRIu64 "u), (%s)(%s >= %" PRIu64 "u))", node->value, size, lane,
                       node->value);
        break;
    case WGC_COLLECTIVE_shuffle_down:
        wgc_buf_printf(out, "%" PRIu64 "u), (%s)(%s + %" PRIu64 "u < lanes))", node->value, size,
                       lane, node->value);
        break;
    case WGC_COLLECTIVE_rotate:
        wgc_buf_printf(
            out, "%" PRIu64 "), (%s)((%s + %" PRIu64 "u) %% get_max_sub_group_size() < lanes))",
            node->value, size, lane, node->value);
        break;
    default:
        wgc_buf_printf(out,
                       "%" PRIu64 ", %" PRIu64 "u), (%s)((%s & ~%" PRIu64 "u) + ((%s + %" PRIu64
                       "u) & %" PRIu64 "u) < lanes))",
                       delta, cluster, size, lane, cluster - 1, lane, delta, cluster - 1);
    }
}

static void print_value(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const struct wgc_collective_info *info = wgc_collective_info(node->op);
    struct wgc_buf *out = printer->out;
    /* Any other number than 0 is true. */
    const bool truth = (info->types == WGC_TYPES_TRUTH &&
                        wgc_collective_result(node->op, WGC_TYPE_int) == WGC_TYPE_int) ||
                       node->op == WGC_COLLECTIVE_non_uniform_all_equal ||
                       wgc_is_logical(node->operation);
    if (node->op == WGC_COLLECTIVE_work_group_broadcast) {
        print_broadcast(printer, node);
        return;
    }
    if (node->op >= WGC_COLLECTIVE_shuffle_xor) {
        print_guarded(printer, node);
        return;
    }
    wgc_buf_text(out, truth ? "(" : "");
    print_function(printer, node);
    wgc_buf_char(out, '(');
    if (node->a != WGC_NONE) {
        wgc_print_expression(printer, node->a);
    }
    if (info->arguments == WGC_ARGUMENTS_CLUSTER) {
        wgc_buf_printf(out, ", %" PRIu64 "u", node->value);
    } else if (node->b != WGC_NONE) {
        wgc_print_between(printer, node->b, ", ", " % lanes");
    }
    wgc_buf_text(out, truth ? ") != 0)" : ")");
}

void wgc_print_collective(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const int number = number_of(printer, node);
    if (wgc_collective_has_ballot(node->op)) {
        print_ballot(printer, node); /* the ballot in it is recorded */
        return;
    }
    wgc_print_record_begin(printer, number, wgc_type_info((enum wgc_type)node->type)->name);
    print_value(printer, node);
    wgc_print_record_end(printer, number);
}
