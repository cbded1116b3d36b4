#include "explore/node.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(names) (sizeof(names) / sizeof(names)[0])

static const char *name_of(const char *const *names, size_t count, unsigned index)
{
    return index < count ? names[index] : NULL;
}

const char *wgc_id_name(unsigned id)
{
    static const char *const names[WGC_ID_COUNT] = {"item",  "item_x",    "item_y",    "item_z",
                                                    "group", "items",     "sub_group", "lane",
                                                    "lanes", "sub_groups"};
    return name_of(names, COUNT(names), id);
}

const char *wgc_unary_name(unsigned op)
{
    static const char *const names[WGC_UNARY_COUNT] = {"neg", "not",      "lnot",
                                                       "abs", "popcount", "clz"};
    return name_of(names, COUNT(names), op);
}

const char *wgc_binary_name(unsigned op)
{
    static const char *const names[WGC_BINARY_COUNT] = {
        "add", "sub", "mul", "min", "max", "and", "or", "xor",  "shl", "shr",
        "rol", "div", "mod", "lt",  "le",  "eq",  "ne", "land", "lor"};
    return name_of(names, COUNT(names), op);
}

const char *wgc_level_name(unsigned level)
{
    static const char *const names[WGC_LEVEL_COUNT] = {"item", "sub_group", "work_group"};
    return name_of(names, COUNT(names), level);
}

const char *wgc_var_kind_name(unsigned kind)
{
    static const char *const names[WGC_VAR_KIND_COUNT] = {"scalar", "parameter", "counter",
                                                          "array",  "local",     "global"};
    return name_of(names, COUNT(names), kind);
}

static const struct {
    const char *name, *extension;
    enum wgc_feature feature;
} families[WGC_FAMILY_COUNT] = {
#define WGC_FAMILY(id, name, feature, extension) {name, extension, WGC_FEATURE_##feature},
#include "explore/families.def"
#undef WGC_FAMILY
};

const char *wgc_family_name(enum wgc_program_family family)
{
    return families[family].name;
}

enum wgc_feature wgc_family_feature(enum wgc_program_family family)
{
    return families[family].feature;
}

const char *wgc_family_extension(enum wgc_program_family family)
{
    return families[family].extension;
}

uint32_t wgc_type_families(unsigned type)
{
    const int feature = wgc_type_info((enum wgc_type)type)->feature;
    return feature == WGC_FEATURE_int64  ? 1u << WGC_FAMILY_INT64
           : feature == WGC_FEATURE_fp16 ? 1u << WGC_FAMILY_FP16
           : feature == WGC_FEATURE_fp64 ? 1u << WGC_FAMILY_FP64
                                         : 0;
}

uint64_t wgc_exact_limit(unsigned type)
{
    return wgc_is_float(type) ? UINT64_C(1) << wgc_type_info((enum wgc_type)type)->significand
                              : UINT64_MAX;
}

uint64_t wgc_exact_bound(unsigned type)
{
    return !wgc_is_float(type) ? UINT64_MAX : type == WGC_TYPE_half ? 7 : 1023;
}

uint64_t wgc_wrap(unsigned type, uint64_t value)
{
    const unsigned bits = wgc_bits(type);
    if (bits == 64 || wgc_is_float(type)) {
        return value;
    }
    value &= (UINT64_C(1) << bits) - 1;
    if (wgc_is_signed(type) && (value >> (bits - 1)) != 0) {
        value |= ~UINT64_C(0) << bits;
    }
    return value;
}

/* Room for one more element of size bytes. */
static bool grow(void **array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t sought = *capacity == 0 ? 16 : *capacity * 2;
    void *grown = realloc(*array, sought * size);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *capacity = sought;
    return true;
}

struct wgc_node wgc_empty_node(unsigned kind, unsigned type)
{
    return (struct wgc_node){.kind = (uint8_t)kind,
                             .type = (uint8_t)type,
                             .operation = WGC_OP_NONE,
                             .a = WGC_NONE,
                             .b = WGC_NONE,
                             .c = WGC_NONE,
                             .d = WGC_NONE,
                             .next = WGC_NONE};
}

int32_t wgc_add_node(struct wgc_program *program, unsigned kind, unsigned type)
{
    void *array = program->node;
    if (!grow(&array, program->node_count, &program->node_capacity, sizeof *program->node)) {
        return WGC_NONE;
    }
    program->node = array;
    program->node[program->node_count] = wgc_empty_node(kind, type);
    return (int32_t)program->node_count++;
}

int32_t wgc_add_var(struct wgc_program *program, const struct wgc_var *var)
{
    void *array = program->var;
    if (!grow(&array, program->var_count, &program->var_capacity, sizeof *program->var)) {
        return WGC_NONE;
    }
    program->var = array;
    program->var[program->var_count] = *var;
    return (int32_t)program->var_count++;
}

int32_t wgc_add_function(struct wgc_program *program, const struct wgc_function *function)
{
    void *array = program->function;
    if (!grow(&array, program->function_count, &program->function_capacity,
              sizeof *program->function)) {
        return WGC_NONE;
    }
    program->function = array;
    program->function[program->function_count] = *function;
    return (int32_t)program->function_count++;
}

const struct wgc_node_info *wgc_node_info(unsigned kind)
{
    static const struct wgc_node_info infos[WGC_NODE_KIND_COUNT] = {
#define WGC_EXPRESSION(id, text, name, left_out)                                                   \
    [WGC_NODE_##id] = {text, name, WGC_LEFT_OUT_##left_out},
#define WGC_STATEMENT WGC_EXPRESSION
#include "explore/nodes.def"
    };
    return &infos[kind];
}

const char *wgc_op_name(const struct wgc_node *node)
{
    return node->kind == WGC_NODE_ID           ? wgc_id_name(node->op)
           : node->kind == WGC_NODE_UNARY      ? wgc_unary_name(node->op)
           : node->kind == WGC_NODE_BINARY     ? wgc_binary_name(node->op)
           : node->kind == WGC_NODE_COLLECTIVE ? wgc_collective_info(node->op)->id
           : node->kind == WGC_NODE_SELECT     ? "select"
                                               : wgc_type_info((enum wgc_type)node->type)->name;
}

bool wgc_names_var(unsigned kind)
{
    return strchr(wgc_node_info(kind)->text, 'V') != NULL;
}

bool wgc_has_lists(unsigned kind)
{
    return strpbrk(wgc_node_info(kind)->text, "EMW") != NULL;
}

static int type_at(const struct wgc_program *program, int32_t node)
{
    return node == WGC_NONE ? -1 : program->node[node].type;
}

static int unary_type(unsigned op, int type)
{
    const bool real = wgc_is_float((unsigned)type);
    switch (op) {
    case WGC_UNARY_NEG:
        return type;
    case WGC_UNARY_LNOT:
        return real ? -1 : (int)WGC_TYPE_int;
    case WGC_UNARY_ABS:
        return wgc_is_signed((unsigned)type) ? -1 : type;
    default:
        return real ? -1 : type;
    }
}

static int binary_type(unsigned op, int a, int b)
{
    const bool real = wgc_is_float((unsigned)a);
    if (a != b) {
        return -1;
    }
    if (op <= WGC_BINARY_MAX) {
        return a;
    }
    if (op <= WGC_BINARY_ROTATE) {
        return real ? -1 : a;
    }
    if (op <= WGC_BINARY_MOD) {
        return wgc_is_unsigned((unsigned)a) ? a : -1;
    }
    if (op <= WGC_BINARY_NE) {
        return WGC_TYPE_int;
    }
    return a == WGC_TYPE_int ? a : -1;
}

static bool arguments_fit(const struct wgc_program *program, const struct wgc_node *node)
{
    size_t sought = 0;
    switch (wgc_collective_info(node->op)->arguments) {
    case WGC_ARGUMENTS_COORDINATES:
        sought = program->dimensions;
        break;
    case WGC_ARGUMENTS_LANE:
    case WGC_ARGUMENTS_ANY_LANE:
        sought = 1;
        break;
    default:
        break;
    }
    for (size_t i = 1; i < WGC_OPERANDS; i++) {
        const int32_t at = node->operand[i];
        if (i <= sought ? type_at(program, at) != WGC_TYPE_uint : at != WGC_NONE) {
            return false;
        }
    }
    return true;
}

static int collective_type(const struct wgc_program *program, const struct wgc_node *node)
{
    const bool none = wgc_collective_info(node->op)->arguments == WGC_ARGUMENTS_NONE;
    const int a = none ? (int)WGC_TYPE_int : type_at(program, node->a);
    if ((none && node->a != WGC_NONE) || a < 0 ||
        !wgc_collective_exists(node->op, node->operation, (unsigned)a) ||
        !arguments_fit(program, node)) {
        return -1;
    }
    return (int)wgc_collective_result(node->op, (unsigned)a);
}

int wgc_node_type(const struct wgc_program *program, const struct wgc_node *node)
{
    const int a = type_at(program, node->a), b = type_at(program, node->b);
    switch (node->kind) {
    case WGC_NODE_CONST:
    case WGC_NODE_CONVERT:
        return node->type;
    case WGC_NODE_VAR:
    case WGC_NODE_OWN:
        return program->var[node->var].type;
    case WGC_NODE_ELEMENT:
        return a == WGC_TYPE_uint ? program->var[node->var].type : -1;
    case WGC_NODE_INPUT:
    case WGC_NODE_GROUP_INPUT:
    case WGC_NODE_ID:
        return WGC_TYPE_uint;
    case WGC_NODE_UNARY:
        return a < 0 ? -1 : unary_type(node->op, a);
    case WGC_NODE_BINARY:
        return a < 0 || b < 0 ? -1 : binary_type(node->op, a, b);
    case WGC_NODE_SELECT:
        return a == WGC_TYPE_int && b == type_at(program, node->c) ? b : -1;
    case WGC_NODE_COLLECTIVE:
        return collective_type(program, node);
    default:
        return -1;
    }
}

struct visit {
    void (*see)(const struct wgc_program *program, const struct wgc_node *node, void *data);
    void *data;
};

static void visit_list(const struct wgc_program *program, int32_t first, const struct visit *visit)
{
    for (int32_t at = first; at != WGC_NONE; at = program->node[at].next) {
        const struct wgc_node *node = &program->node[at];
        visit->see(program, node, visit->data);
        for (size_t i = 0; i < WGC_OPERANDS; i++) {
            visit_list(program, node->operand[i], visit);
        }
    }
}

void wgc_each_node(const struct wgc_program *program,
                   void (*see)(const struct wgc_program *program, const struct wgc_node *node,
                               void *data),
                   void *data)
{
    const struct visit visit = {see, data};
    for (size_t i = 0; i < program->function_count; i++) {
        visit_list(program, program->function[i].body, &visit);
    }
}
