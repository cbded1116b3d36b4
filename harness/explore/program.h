/*
 * Random programs of collective functions: the program as data, its text format, and what a launch
 * of it consists of. Pure.
 *
 * A program is one kernel with helper functions. Everything in it is an index into arrays that the
 * program owns, so that a copy is a copy of four arrays. Its meaning is defined here and by
 * docs/explore.md; print.h writes it as OpenCL C, interpret.h computes its results.
 */
#ifndef WGC_EXPLORE_PROGRAM_H
#define WGC_EXPLORE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "suite/tables.h"

/* The version of the text format, and the newest generator: a seed has the same program in every
 * version with the same generator number. */
enum { WGC_PROGRAM_FORMAT = 1, WGC_GENERATOR = 2 };

/* What a device may have or lack, as bits of a mask: 1 << enum wgc_program_family. */
enum wgc_program_family {
#define WGC_FAMILY(id, name, feature, extension) WGC_FAMILY_##id,
#include "explore/families.def"
#undef WGC_FAMILY
    WGC_FAMILY_COUNT
};

/* How far a value, or the way to a statement, is the same. */
enum wgc_level {
    WGC_LEVEL_ITEM,       /* may differ from work-item to work-item */
    WGC_LEVEL_SUB_GROUP,  /* the same in each sub-group */
    WGC_LEVEL_WORK_GROUP, /* the same in each work-group */
    WGC_LEVEL_COUNT
};

enum wgc_var_kind {
    WGC_VAR_SCALAR,    /* private, of one function; 0 at first */
    WGC_VAR_PARAMETER, /* of a helper function; no assignment */
    WGC_VAR_COUNTER,   /* of one loop; no assignment */
    WGC_VAR_ARRAY,     /* private, of one function; zeros at first */
    WGC_VAR_LOCAL,  /* local memory of the kernel; an element must be written before it is read */
    WGC_VAR_GLOBAL, /* a part of the buffer mem for each work-group; zeros at first; of int, uint,
                         long or ulong */
    WGC_VAR_KIND_COUNT
};

struct wgc_var {
    uint8_t kind;      /* enum wgc_var_kind */
    uint8_t type;      /* enum wgc_type */
    uint8_t level;     /* enum wgc_level: of the value of a SCALAR, PARAMETER, COUNTER or ARRAY */
    uint16_t function; /* that it belongs to; 0, the kernel, for LOCAL and GLOBAL */
    uint32_t length;   /* elements of an array, else 1; LOCAL and GLOBAL: a multiple of the items */
};

/* Expressions (a node and its operands) and statements (linked by next): nodes.def has what each
 * is. */
enum wgc_node_kind {
#define WGC_EXPRESSION(id, text, name, left_out) WGC_NODE_##id,
#include "explore/nodes.def"
    WGC_NODE_EXPRESSIONS, /* their number */
    WGC_NODE_LAST_EXPRESSION = WGC_NODE_EXPRESSIONS - 1,
#define WGC_STATEMENT(id, text, name, left_out) WGC_NODE_##id,
#include "explore/nodes.def"
    WGC_NODE_KIND_COUNT
};

enum wgc_fence { WGC_FENCE_LOCAL = 1, WGC_FENCE_GLOBAL = 2 };

enum wgc_id {
    WGC_ID_LOCAL_LINEAR, /* get_local_linear_id() */
    WGC_ID_LOCAL_X,      /* get_local_id(0) */
    WGC_ID_LOCAL_Y,
    WGC_ID_LOCAL_Z,
    WGC_ID_GROUP,      /* get_group_id(0) */
    WGC_ID_ITEMS,      /* of the work-group */
    WGC_ID_SUB_GROUP,  /* get_sub_group_id() */
    WGC_ID_LANE,       /* get_sub_group_local_id() */
    WGC_ID_LANES,      /* the sub-group's work-items, which the kernel counts itself */
    WGC_ID_SUB_GROUPS, /* get_num_sub_groups() */
    WGC_ID_COUNT
};

enum wgc_unary {
    WGC_UNARY_NEG,
    WGC_UNARY_NOT,      /* ~, integers */
    WGC_UNARY_LNOT,     /* !, of an integer; int */
    WGC_UNARY_ABS,      /* of an unsigned or floating-point value */
    WGC_UNARY_POPCOUNT, /* integers */
    WGC_UNARY_CLZ,      /* integers */
    WGC_UNARY_COUNT
};

/* Of two values of one type, which is the result's, too; comparisons and logic give int. */
enum wgc_binary {
    WGC_BINARY_ADD, /* integers wrap */
    WGC_BINARY_SUB,
    WGC_BINARY_MUL,
    WGC_BINARY_MIN,
    WGC_BINARY_MAX,
    /* Integers. */
    WGC_BINARY_AND,
    WGC_BINARY_OR,
    WGC_BINARY_XOR,
    WGC_BINARY_SHL, /* by b modulo the bits */
    WGC_BINARY_SHR, /* of a signed value arithmetic */
    WGC_BINARY_ROTATE,
    /* Unsigned. */
    WGC_BINARY_DIV, /* by b | 1 */
    WGC_BINARY_MOD, /* by b | 1 */
    /* Comparisons. */
    WGC_BINARY_LT,
    WGC_BINARY_LE,
    WGC_BINARY_EQ,
    WGC_BINARY_NE,
    /* Of int: b is evaluated where a does not decide. */
    WGC_BINARY_LAND,
    WGC_BINARY_LOR,
    WGC_BINARY_COUNT
};

enum wgc_collective {
#define WGC_COLLECTIVE(id, name, flow, family, ops, types, arguments) WGC_COLLECTIVE_##id,
#include "explore/collectives.def"
#undef WGC_COLLECTIVE
    WGC_COLLECTIVE_COUNT
};

enum { WGC_NONE = -1, WGC_OPERANDS = 4 };

struct wgc_node {
    uint8_t kind;      /* enum wgc_node_kind */
    uint8_t type;      /* enum wgc_type of an expression */
    uint8_t op;        /* by kind */
    uint8_t operation; /* enum wgc_op */
    uint16_t var;
    union { /* nodes, or WGC_NONE */
        struct {
            int32_t a, b, c, d;
        };
        int32_t operand[WGC_OPERANDS];
    };
    int32_t next; /* statement or argument, or WGC_NONE */
    uint64_t value;
};

struct wgc_function {
    uint8_t type;       /* of the result; the kernel has none (0) */
    uint8_t level;      /* of the result, when arguments have their parameters' levels */
    uint8_t flow;       /* the least level of the way to a call */
    uint8_t parameters; /* they are variables of this function, in order */
    int32_t body;       /* first statement, or WGC_NONE */
};

struct wgc_program {
    uint32_t generator;
    uint64_t seed;
    uint64_t data;      /* seed of the inputs */
    uint8_t dimensions; /* 1 to 3 */
    uint32_t local[3];  /* local size; 1 beyond dimensions */
    uint32_t groups;    /* work-groups, all in dimension 0 */
    uint32_t inputs;    /* uints for each work-item and as many for each work-group */
    uint32_t outputs;   /* values that each work-item can store */
    size_t node_count, node_capacity;
    size_t var_count, var_capacity;
    size_t function_count, function_capacity;
    struct wgc_node *node; /* owned */
    struct wgc_var *var;   /* owned */
    struct wgc_function
        *function; /* owned; number 0 is the kernel. A function calls only later ones. */
};

/* Limits of a program that wgc_program_check accepts. */
enum {
    WGC_PROGRAM_MAX_NODES = 20000,
    WGC_PROGRAM_MAX_VARS = 1000,
    WGC_PROGRAM_MAX_FUNCTIONS = 32,
    WGC_PROGRAM_MAX_ITEMS = 1024,
    WGC_PROGRAM_MAX_GROUPS = 4096,
    WGC_PROGRAM_MAX_DEPTH = 40,     /* of statements and expressions together */
    WGC_PROGRAM_MAX_SHARED = 16384, /* bytes of local memory, and of mem for a work-group */
    WGC_PROGRAM_MAX_SLOTS = 64,     /* inputs; outputs */
    WGC_PROGRAM_MAX_ROUNDS = 64,    /* of a loop */
};

/* An empty program is all zero. */
void wgc_program_free(struct wgc_program *program);
/* *copy is overwritten (not freed) and owned by the caller; it has no nodes that nothing uses. */
enum wgc_status wgc_program_copy(const struct wgc_program *program, struct wgc_program *copy,
                                 struct wgc_err *err);

/* ---- Text ---- */

/* Appends the program as text, which wgc_program_read reads back to an equal program. */
void wgc_program_write(const struct wgc_program *program, struct wgc_buf *out);

/*
 * Reads size bytes of text. Errors are WGC_ERR_INPUT and begin with "NAME:LINE: ". *program is
 * well-formed, and wgc_program_check decides whether it is well defined. Empty on failure.
 */
enum wgc_status wgc_program_read(const char *name, const char *text, size_t size,
                                 struct wgc_program *program, struct wgc_err *err);

/* Of the text without its first lines (versions and seed): equal for programs that do the same in
 * the same words. 0 without memory. */
uint64_t wgc_program_hash(const struct wgc_program *program);

/* ---- What it is ---- */

/* Whether the program is well defined on every device that has its families: check.c has the
 * rules. WGC_ERR_INPUT with the statement and the reason. */
enum wgc_status wgc_program_check(const struct wgc_program *program, struct wgc_err *err);

/* Families that are types, and no functions. */
#define WGC_FAMILIES_OF_TYPES                                                                      \
    (1U << WGC_FAMILY_INT64 | 1U << WGC_FAMILY_FP16 | 1U << WGC_FAMILY_FP64)

/* The families that it uses: bits 1 << enum wgc_program_family. */
uint32_t wgc_program_families(const struct wgc_program *program);
const char *wgc_family_name(enum wgc_program_family family); /* as "non_uniform_vote" */
/* The feature that a device with it has (suite/features.def). */
enum wgc_feature wgc_family_feature(enum wgc_program_family family);
/* The extension whose pragma a kernel has, or NULL. */
const char *wgc_family_extension(enum wgc_program_family family);

/* Whether the kernel records its sub-groups: it uses them in any way. */
bool wgc_program_has_sub_groups(const struct wgc_program *program);

/* Lines of the printed program without its prologue: statements, and braces. */
size_t wgc_program_lines(const struct wgc_program *program);

/* ---- A launch ---- */

/*
 * The kernel's arguments, in this order, each a buffer of 32-bit words:
 *   0  in   read only    inputs for each work-item, then inputs for each work-group
 *   1  out  poisoned     outputs * 2 words for each work-item: low word, high word of 64 bits
 *   2  ids  poisoned     WGC_IDS_WORDS for each work-item (of enum wgc_ids_word), then record_words
 *                        for each, the results of calls that parts of a sub-group may make
 *                        separately; written only by a program that has sub-groups
 *   3  mem  zeros        mem_words for each work-group; the GLOBAL variables
 * Work-items are counted by (group * items + linear local id). The global size is local[0] *
 * groups, local[1], local[2]. A buffer of 0 words is made with one word. The host compares out and
 * mem whole with the words that wgc_program_interpret gives.
 */
struct wgc_program_layout {
    size_t items; /* of a work-group */
    size_t total; /* of all work-groups */
    size_t in_words, out_words, ids_words;
    size_t record_words; /* of a work-item */
    size_t group_mem_words, mem_words;
    size_t local_bytes; /* local memory that the kernel declares itself */
};

enum wgc_ids_word {
    WGC_IDS_SUB_GROUP, /* get_sub_group_id() */
    WGC_IDS_LANE,      /* get_sub_group_local_id() */
    WGC_IDS_SIZE,      /* get_sub_group_size() */
    WGC_IDS_MAX_SIZE,  /* get_max_sub_group_size() */
    WGC_IDS_COUNT,     /* get_num_sub_groups() */
    WGC_IDS_WORDS
};

#define WGC_PROGRAM_POISON UINT32_C(0xa5a5a5a5)

void wgc_program_layout(const struct wgc_program *program, struct wgc_program_layout *layout);
/* Fills in_words of in: the same from the same data seed on every machine. */
void wgc_program_inputs(const struct wgc_program *program, uint32_t *in);

#endif
