/* Nodes and variables of a program: names, types, properties, and how they are made. Pure. */
#ifndef WGC_EXPLORE_NODE_H
#define WGC_EXPLORE_NODE_H

#include "explore/program.h"

/* ---- Names in the text format; NULL beyond the last ---- */

const char *wgc_id_name(unsigned id);
const char *wgc_unary_name(unsigned op);
const char *wgc_binary_name(unsigned op);
const char *wgc_level_name(unsigned level);
const char *wgc_var_kind_name(unsigned kind);

/* ---- The rows of nodes.def ---- */

/* What takes the place of a node that is left out. */
enum wgc_left_out {
    WGC_LEFT_OUT_STAYS,    /* it is not left out */
    WGC_LEFT_OUT_NOTHING,  /* it leaves its list */
    WGC_LEFT_OUT_ZERO,     /* the number 0 */
    WGC_LEFT_OUT_OPERAND,  /* a, or 0 if there is none */
    WGC_LEFT_OUT_SECOND,   /* b */
    WGC_LEFT_OUT_ONE,      /* its condition a is 1 */
    WGC_LEFT_OUT_FIRST,    /* its condition a is 0 */
    WGC_LEFT_OUT_ROUND,    /* it has one round */
    WGC_LEFT_OUT_ARGUMENT, /* an assignment of 0 */
};

struct wgc_node_info {
    const char *text, *name;
    enum wgc_left_out left_out;
};

const struct wgc_node_info *wgc_node_info(unsigned kind);

/* The name of its op, in the text format: an id, an operator, a function, or a type. */
const char *wgc_op_name(const struct wgc_node *node);

/* Whether a node of that kind names a variable; whether it has lists of statements. */
bool wgc_names_var(unsigned kind);
bool wgc_has_lists(unsigned kind);

/* ---- Collective functions ---- */

enum wgc_collective_ops { WGC_OPS_NONE, WGC_OPS_SUMS, WGC_OPS_ALL };
enum wgc_collective_types { WGC_TYPES_TRUTH, WGC_TYPES_GENTYPE, WGC_TYPES_EVERY };
enum wgc_collective_arguments {
    WGC_ARGUMENTS_NONE,
    WGC_ARGUMENTS_VALUE,
    WGC_ARGUMENTS_COORDINATES,
    WGC_ARGUMENTS_LANE,
    WGC_ARGUMENTS_ANY_LANE,
    WGC_ARGUMENTS_MASK,
    WGC_ARGUMENTS_DELTA,
    WGC_ARGUMENTS_CLUSTER,
    WGC_ARGUMENTS_CLUSTER_DELTA, /* value: cluster + delta * WGC_DELTA_UNIT */
};

enum { WGC_DELTA_UNIT = 65536 };

struct wgc_collective_info {
    const char *id;
    const char *name;
    enum wgc_level flow;
    enum wgc_program_family family;
    enum wgc_collective_ops ops;
    enum wgc_collective_types types;
    enum wgc_collective_arguments arguments;
};

const struct wgc_collective_info *wgc_collective_info(unsigned collective);

/* Whether the function exists for the operator (WGC_OP_NONE without) and type. */
bool wgc_collective_exists(unsigned collective, unsigned op, unsigned type);
/* The result's type for a value of type. */
enum wgc_type wgc_collective_result(unsigned collective, unsigned type);
/* The families that a call needs, without those of its types. */
uint32_t wgc_collective_families(unsigned collective, unsigned op, unsigned type);
/* How far the result is the same where the whole group reaches the call. */
enum wgc_level wgc_collective_level(unsigned collective);
/* Whether parts of a sub-group may make the call separately, where nothing keeps its work-items
 * together: not those of which the text requires that all work-items reach them. */
bool wgc_collective_may_be_separate(unsigned collective);
/* Whether it is made of a call of sub_group_ballot, which is then what is recorded. */
bool wgc_collective_has_ballot(unsigned collective);
/* Whether an argument is a lane of the sub-group: the kernel has to count the lanes. */
bool wgc_collective_counts_lanes(unsigned collective);

/* ---- Types ---- */

static inline bool wgc_is_float(unsigned type)
{
    return wgc_type_info((enum wgc_type)type)->value_class == WGC_FLOAT;
}
static inline bool wgc_is_signed(unsigned type)
{
    return wgc_type_info((enum wgc_type)type)->value_class == WGC_SINT;
}
static inline bool wgc_is_unsigned(unsigned type)
{
    return wgc_type_info((enum wgc_type)type)->value_class == WGC_UINT;
}
static inline unsigned wgc_bits(unsigned type)
{
    return (unsigned)wgc_type_info((enum wgc_type)type)->bytes * 8;
}

/* The families that a type needs, as a private value. */
uint32_t wgc_type_families(unsigned type);
/* The largest magnitude of a whole number that is computed exactly, and that a variable may hold;
 * UINT64_MAX for integers. */
uint64_t wgc_exact_limit(unsigned type);
uint64_t wgc_exact_bound(unsigned type);
/* value, modulo 2^bits for an integer, sign-extended for a signed one. */
uint64_t wgc_wrap(unsigned type, uint64_t value);

/* ---- Rules ---- */

/* An error of status WGC_ERR_INPUT that quotes the first line of a statement. */
enum wgc_status wgc_statement_error(const struct wgc_program *program, const struct wgc_node *node,
                                    struct wgc_err *err, const char *reason);

/* Whether names and types fit and limits are kept: what interpreting and printing take for granted.
 * wgc_program_check includes it. WGC_ERR_INPUT. */
enum wgc_status wgc_program_check_form(const struct wgc_program *program, struct wgc_err *err);

/* LOCAL and GLOBAL variables of a program. */
enum { WGC_MAX_SHARED_VARS = 16 };

/*
 * The accesses to LOCAL and GLOBAL variables since the last barrier of their kind: what may have
 * happened on any way here. Two of different work-items must not conflict.
 */
enum wgc_access {
    WGC_ACCESS_OWN_READ = 1,
    WGC_ACCESS_OWN_WRITE = 2,
    WGC_ACCESS_ANY_READ = 4,
    WGC_ACCESS_ATOMIC = 8, /* shifted by enum wgc_op */
};

struct wgc_accesses {
    uint32_t of[WGC_MAX_SHARED_VARS]; /* bits of enum wgc_access, for each shared variable */
};

/* Adds an access to variable var; false when it conflicts with an earlier one. */
bool wgc_access_add(const struct wgc_program *program, struct wgc_accesses *accesses, unsigned var,
                    uint32_t access);
/* Those of both. */
void wgc_access_join(struct wgc_accesses *accesses, const struct wgc_accesses *other);
/* A barrier with those fences: WGC_FENCE_LOCAL, WGC_FENCE_GLOBAL. */
void wgc_access_barrier(const struct wgc_program *program, struct wgc_accesses *accesses,
                        unsigned fences);

/* Whether floating-point numbers in an expression are whole and small enough to be exact in every
 * order of evaluation; *bound is the largest magnitude of the result, 0 for an integer. */
bool wgc_is_exact(const struct wgc_program *program, int32_t expression, uint64_t *bound);

/* ---- Making ---- */

/* A node without operands. */
struct wgc_node wgc_empty_node(unsigned kind, unsigned type);
/* Adds an empty node; the number is WGC_NONE without memory. */
int32_t wgc_add_node(struct wgc_program *program, unsigned kind, unsigned type);
int32_t wgc_add_var(struct wgc_program *program, const struct wgc_var *var);
int32_t wgc_add_function(struct wgc_program *program, const struct wgc_function *function);

static inline bool wgc_is_shared(const struct wgc_var *var)
{
    return var->kind == WGC_VAR_LOCAL || var->kind == WGC_VAR_GLOBAL;
}

static inline size_t wgc_items(const struct wgc_program *program)
{
    return (size_t)program->local[0] * program->local[1] * program->local[2];
}

/* The type of an expression by its operands, -1 when they do not fit. */
int wgc_node_type(const struct wgc_program *program, const struct wgc_node *node);

/* Whether the kernel has to count the work-items of its sub-group (WGC_ID_LANES). */
bool wgc_counts_lanes(const struct wgc_program *program);

/* Calls see for every node that the program's functions reach, statements before their parts, in
 * the order of the text. */
void wgc_each_node(const struct wgc_program *program,
                   void (*see)(const struct wgc_program *program, const struct wgc_node *node,
                               void *data),
                   void *data);

#endif
