/*
 * Expressions in OpenCL C, without undefined or implementation-defined behaviour: signed sums are
 * those of the unsigned type, small types are converted back after the promotion to int.
 */
#include "explore/parts.h"

#include <inttypes.h>

static const char *name_of(unsigned type)
{
    return wgc_type_info((enum wgc_type)type)->name;
}

static const char *unsigned_of(unsigned type)
{
    switch (wgc_bits(type)) {
    case 8:
        return "uchar";
    case 16:
        return "ushort";
    case 32:
        return "uint";
    default:
        return "ulong";
    }
}

static bool is_small(unsigned type)
{
    return wgc_bits(type) < 32 && !wgc_is_float(type);
}

void wgc_print_var(const struct wgc_printer *printer, unsigned var)
{
    static const char letters[WGC_VAR_KIND_COUNT] = {'v', 'p', 'i', 'a', 'l', 'g'};
    wgc_buf_printf(printer->out, "%c%u", letters[printer->program->var[var].kind], var);
}

void wgc_print_modulo(const struct wgc_printer *printer, int32_t at, uint32_t modulus)
{
    wgc_print_expression(printer, at);
    if ((modulus & (modulus - 1)) == 0) {
        wgc_buf_printf(printer->out, " & %" PRIu32 "u", modulus - 1);
    } else {
        wgc_buf_printf(printer->out, " %% %" PRIu32 "u", modulus);
    }
}

void wgc_print_own(const struct wgc_printer *printer, const struct wgc_node *node)
{
    wgc_print_var(printer, node->var);
    wgc_buf_text(printer->out, "[item");
    if (node->value > 0) {
        wgc_buf_printf(printer->out, " + %" PRIu64 "u", node->value * wgc_items(printer->program));
    }
    wgc_buf_char(printer->out, ']');
}

static void print_constant(const struct wgc_node *node, struct wgc_buf *out)
{
    const int64_t value = (int64_t)node->value;
    switch ((enum wgc_type)node->type) {
    case WGC_TYPE_int:
        wgc_buf_printf(out,
                       value == INT32_MIN ? "(-2147483647 - 1)"
                       : value < 0        ? "(%" PRId64 ")"
                                          : "%" PRId64,
                       value);
        break;
    case WGC_TYPE_uint:
        wgc_buf_printf(out, "%" PRIu64 "u", node->value);
        break;
    case WGC_TYPE_long:
        wgc_buf_printf(out,
                       value == INT64_MIN ? "(-9223372036854775807L - 1)"
                       : value < 0        ? "(%" PRId64 "L)"
                                          : "%" PRId64 "L",
                       value);
        break;
    case WGC_TYPE_ulong:
        wgc_buf_printf(out, "%" PRIu64 "UL", node->value);
        break;
    case WGC_TYPE_float:
        wgc_buf_printf(out, value < 0 ? "(%" PRId64 ".0f)" : "%" PRId64 ".0f", value);
        break;
    case WGC_TYPE_double:
        wgc_buf_printf(out, value < 0 ? "(%" PRId64 ".0)" : "%" PRId64 ".0", value);
        break;
    case WGC_TYPE_half:
    case WGC_TYPE_char:
    case WGC_TYPE_uchar:
    case WGC_TYPE_short:
    case WGC_TYPE_ushort:
    case WGC_TYPE_COUNT:
        wgc_buf_printf(out, "(%s)(%" PRId64 ")", name_of(node->type), value);
        break;
    }
}

/* before a between b after */
static void print_two(const struct wgc_printer *printer, const struct wgc_node *node,
                      const char *before, const char *between, const char *after)
{
    wgc_buf_text(printer->out, before);
    wgc_print_expression(printer, node->a);
    wgc_buf_text(printer->out, between);
    wgc_print_expression(printer, node->b);
    wgc_buf_text(printer->out, after);
}

/* Sums and products: as_int(as_uint(a) + as_uint(b)), and (ushort)((uint)a * (uint)b). */
static void print_sum(const struct wgc_printer *printer, const struct wgc_node *node, char sign)
{
    const unsigned type = node->type;
    const char *unsigned_name = unsigned_of(type);
    struct wgc_buf *out = printer->out;
    if (wgc_is_float(type) || (wgc_is_unsigned(type) && !is_small(type))) {
        const char between[] = {' ', sign, ' ', 0};
        print_two(printer, node, "(", between, ")");
        return;
    }
    if (wgc_is_signed(type)) {
        wgc_buf_printf(out, "as_%s(", name_of(type));
    }
    if (is_small(type)) {
        wgc_buf_printf(out, "(%s)((uint)", unsigned_name);
        wgc_print_expression(printer, node->a);
        wgc_buf_printf(out, " %c (uint)", sign);
        wgc_print_expression(printer, node->b);
        wgc_buf_char(out, ')');
    } else {
        wgc_buf_printf(out, "as_%s(", unsigned_name);
        wgc_print_expression(printer, node->a);
        wgc_buf_printf(out, ") %c as_%s(", sign, unsigned_name);
        wgc_print_expression(printer, node->b);
        wgc_buf_char(out, ')');
    }
    wgc_buf_text(out, wgc_is_signed(type) ? ")" : "");
}

/* A sign bit or a promoted int must not be shifted out of a signed type. */
static void print_shift(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const unsigned type = node->type;
    struct wgc_buf *out = printer->out;
    const bool left = node->op == WGC_BINARY_SHL, back = left && wgc_is_signed(type);
    if (back) {
        wgc_buf_printf(out, "as_%s(", name_of(type));
    }
    wgc_buf_printf(out, "(%s)(", back ? unsigned_of(type) : name_of(type));
    if (left) {
        wgc_buf_printf(out, "(%s)", is_small(type) ? "uint" : unsigned_of(type));
    }
    wgc_print_expression(printer, node->a);
    wgc_buf_text(out, left ? " << (" : " >> (");
    wgc_print_expression(printer, node->b);
    wgc_buf_printf(out, " & %u))%s", wgc_bits(type) - 1, back ? ")" : "");
}

static void print_binary(const struct wgc_printer *printer, const struct wgc_node *node)
{
    static const char *const between[WGC_BINARY_COUNT] = {
        [WGC_BINARY_AND] = " & ",   [WGC_BINARY_OR] = " | ",   [WGC_BINARY_XOR] = " ^ ",
        [WGC_BINARY_DIV] = " / (",  [WGC_BINARY_MOD] = " % (", [WGC_BINARY_LT] = " < ",
        [WGC_BINARY_LE] = " <= ",   [WGC_BINARY_EQ] = " == ",  [WGC_BINARY_NE] = " != ",
        [WGC_BINARY_LAND] = " && ", [WGC_BINARY_LOR] = " || "};
    switch (node->op) {
    case WGC_BINARY_ADD:
    case WGC_BINARY_SUB:
    case WGC_BINARY_MUL:
        print_sum(printer, node, "+-*"[node->op - WGC_BINARY_ADD]);
        break;
    case WGC_BINARY_MIN:
        print_two(printer, node, "min(", ", ", ")");
        break;
    case WGC_BINARY_MAX:
        print_two(printer, node, "max(", ", ", ")");
        break;
    case WGC_BINARY_ROTATE:
        print_two(printer, node, "rotate(", ", ", ")");
        break;
    case WGC_BINARY_SHL:
    case WGC_BINARY_SHR:
        print_shift(printer, node);
        break;
    default:
        if (is_small(node->type)) {
            wgc_buf_printf(printer->out, "(%s)", name_of(node->type));
        }
        print_two(printer, node, "(", between[node->op],
                  node->op == WGC_BINARY_DIV || node->op == WGC_BINARY_MOD ? " | 1))" : ")");
    }
}

void wgc_print_between(const struct wgc_printer *printer, int32_t at, const char *before,
                       const char *after)
{
    wgc_buf_text(printer->out, before);
    wgc_print_expression(printer, at);
    wgc_buf_text(printer->out, after);
}

static void print_negation(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const unsigned type = node->type;
    if (wgc_is_float(type)) {
        wgc_print_between(printer, node->a, "(-", ")");
        return;
    }
    if (wgc_is_signed(type)) {
        wgc_buf_printf(printer->out, "as_%s(", name_of(type));
    }
    wgc_buf_printf(printer->out, "(%s)(0u - (%s)", unsigned_of(type), unsigned_of(type));
    wgc_print_between(printer, node->a, "", wgc_is_signed(type) ? "))" : ")");
}

static void print_unary(const struct wgc_printer *printer, const struct wgc_node *node)
{
    switch (node->op) {
    case WGC_UNARY_NEG:
        print_negation(printer, node);
        break;
    case WGC_UNARY_NOT:
        if (is_small(node->type)) {
            wgc_buf_printf(printer->out, "(%s)", name_of(node->type));
        }
        wgc_print_between(printer, node->a, "(~", ")");
        break;
    case WGC_UNARY_LNOT:
        wgc_print_between(printer, node->a, "(!", ")");
        break;
    case WGC_UNARY_ABS:
        wgc_print_between(printer, node->a, wgc_is_float(node->type) ? "fabs(" : "abs(", ")");
        break;
    case WGC_UNARY_POPCOUNT:
        wgc_print_between(printer, node->a, "popcount(", ")");
        break;
    default:
        wgc_print_between(printer, node->a, "clz(", ")");
    }
}

static void print_conversion(const struct wgc_printer *printer, const struct wgc_node *node)
{
    const unsigned to = node->type, from = printer->program->node[node->a].type;
    struct wgc_buf *out = printer->out;
    if (wgc_is_float(to)) {
        if (wgc_is_float(from)) {
            wgc_buf_printf(out, "(%s)", name_of(to));
            wgc_print_between(printer, node->a, "", "");
        } else {
            wgc_buf_printf(out, "(%s)((uint)", name_of(to));
            wgc_print_expression(printer, node->a);
            wgc_buf_printf(out, " & %uu)", (unsigned)wgc_exact_bound(to));
        }
        return;
    }
    if (wgc_is_signed(to)) {
        wgc_buf_printf(out, "as_%s(", name_of(to));
    }
    wgc_buf_printf(out, "(%s)%s", unsigned_of(to), wgc_is_float(from) ? "(int)" : "");
    wgc_print_between(printer, node->a, "", wgc_is_signed(to) ? ")" : "");
}

static void print_id(const struct wgc_printer *printer, const struct wgc_node *node)
{
    static const char *const text[WGC_ID_COUNT] = {[WGC_ID_LOCAL_LINEAR] = "item",
                                                   [WGC_ID_LOCAL_X] = "(uint)get_local_id(0)",
                                                   [WGC_ID_LOCAL_Y] = "(uint)get_local_id(1)",
                                                   [WGC_ID_LOCAL_Z] = "(uint)get_local_id(2)",
                                                   [WGC_ID_GROUP] = "(uint)get_group_id(0)",
                                                   [WGC_ID_SUB_GROUP] = "get_sub_group_id()",
                                                   [WGC_ID_LANE] = "get_sub_group_local_id()",
                                                   [WGC_ID_LANES] = "lanes",
                                                   [WGC_ID_SUB_GROUPS] = "get_num_sub_groups()"};
    static const char *const items[] = {
        "(uint)get_local_size(0)", "(uint)(get_local_size(0) * get_local_size(1))",
        "(uint)(get_local_size(0) * get_local_size(1) * get_local_size(2))"};
    wgc_buf_text(printer->out, node->op == WGC_ID_ITEMS ? items[printer->program->dimensions - 1]
                                                        : text[node->op]);
}

void wgc_print_expression(const struct wgc_printer *printer, int32_t at)
{
    const struct wgc_node *node = &printer->program->node[at];
    struct wgc_buf *out = printer->out;
    switch (node->kind) {
    case WGC_NODE_CONST:
        print_constant(node, out);
        break;
    case WGC_NODE_VAR:
        wgc_print_var(printer, node->var);
        break;
    case WGC_NODE_ELEMENT:
        wgc_print_var(printer, node->var);
        wgc_buf_char(out, '[');
        wgc_print_modulo(printer, node->a, printer->program->var[node->var].length);
        wgc_buf_char(out, ']');
        break;
    case WGC_NODE_OWN:
        wgc_print_own(printer, node);
        break;
    case WGC_NODE_INPUT:
        wgc_buf_printf(out, "my_in[%" PRIu64 "]", node->value);
        break;
    case WGC_NODE_GROUP_INPUT:
        wgc_buf_printf(out, "group_in[%" PRIu64 "]", node->value);
        break;
    case WGC_NODE_ID:
        print_id(printer, node);
        break;
    case WGC_NODE_UNARY:
        print_unary(printer, node);
        break;
    case WGC_NODE_BINARY:
        print_binary(printer, node);
        break;
    case WGC_NODE_SELECT:
        wgc_buf_printf(out, is_small(node->type) ? "(%s)(" : "(", name_of(node->type));
        wgc_print_expression(printer, node->a);
        wgc_print_between(printer, node->b, " ? ", " : ");
        wgc_print_between(printer, node->c, "", ")");
        break;
    case WGC_NODE_CONVERT:
        print_conversion(printer, node);
        break;
    default:
        wgc_print_collective(printer, node);
    }
}
