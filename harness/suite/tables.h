/*
 * The tables of suite/ as C: enumerations, names and properties of types, operators and features,
 * and the vocabulary (kinds, scopes, geometries, slots, profiles) in which the manifest describes
 * signatures and forms.
 */
#ifndef WGC_SUITE_TABLES_H
#define WGC_SUITE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wgc_type {
#define WGC_TYPE(id, class, bits, significand, feature, sets) WGC_TYPE_##id,
#include "suite/types.def"
#undef WGC_TYPE
    WGC_TYPE_COUNT
};

enum wgc_op {
#define WGC_OP(id, ...) WGC_OP_##id,
#include "suite/ops.def"
#undef WGC_OP
    WGC_OP_COUNT, /* as a value: no operator */
    WGC_OP_NONE = WGC_OP_COUNT
};

enum wgc_feature {
#define WGC_FEATURE(id, ...) WGC_FEATURE_##id,
#include "suite/features.def"
#undef WGC_FEATURE
    WGC_FEATURE_COUNT
};

enum wgc_class { WGC_SINT, WGC_UINT, WGC_FLOAT };

enum wgc_identity {
    WGC_IDENTITY_ZERO,
    WGC_IDENTITY_ONE,
    WGC_IDENTITY_ALL_ONES,
    WGC_IDENTITY_TRUE,  /* any non-zero value */
    WGC_IDENTITY_FALSE, /* 0 */
    WGC_IDENTITY_HIGHEST,
    WGC_IDENTITY_LOWEST
};

/* What a function computes for each item of its group (suite/kinds.def). The _INIT kinds are SYCL's
 * forms with an initial value. */
enum wgc_kind {
#define WGC_KIND(id, ...) WGC_KIND_##id,
#include "suite/kinds.def"
#undef WGC_KIND
    WGC_KIND_COUNT
};

/*
 * Case labels for what a switch does not distinguish. A switch over operators, kinds, types, slots
 * or geometries has no default, so that the compiler names each place that a new one is missing in.
 * Kinds: those with an operator; of the others those that do not depend on sub-group local ids,
 * votes and ballots, and those that hand a value over.
 */
#define WGC_KINDS_WITH_OPERATOR                                                                    \
    WGC_KIND_REDUCE:                                                                               \
    case WGC_KIND_SCAN_EXCLUSIVE:                                                                  \
    case WGC_KIND_SCAN_INCLUSIVE:                                                                  \
    case WGC_KIND_REDUCE_INIT:                                                                     \
    case WGC_KIND_SCAN_EXCLUSIVE_INIT:                                                             \
    case WGC_KIND_SCAN_INCLUSIVE_INIT:                                                             \
    case WGC_KIND_CLUSTERED_REDUCE
#define WGC_KINDS_OF_GROUPS                                                                        \
    WGC_KIND_ALL:                                                                                  \
    case WGC_KIND_ANY:                                                                             \
    case WGC_KIND_BROADCAST:                                                                       \
    case WGC_KIND_BROADCAST_2D:                                                                    \
    case WGC_KIND_BROADCAST_3D:                                                                    \
    case WGC_KIND_MAPPING:                                                                         \
    case WGC_KIND_PROGRAM:                                                                         \
    case WGC_KIND_COUNT
#define WGC_KINDS_OF_BALLOTS                                                                       \
    WGC_KIND_ELECT:                                                                                \
    case WGC_KIND_ALL_EQUAL:                                                                       \
    case WGC_KIND_BALLOT:                                                                          \
    case WGC_KIND_INVERSE_BALLOT:                                                                  \
    case WGC_KIND_BALLOT_BIT_EXTRACT:                                                              \
    case WGC_KIND_BALLOT_BIT_COUNT:                                                                \
    case WGC_KIND_BALLOT_INCLUSIVE_SCAN:                                                           \
    case WGC_KIND_BALLOT_EXCLUSIVE_SCAN:                                                           \
    case WGC_KIND_BALLOT_FIND_LSB:                                                                 \
    case WGC_KIND_BALLOT_FIND_MSB:                                                                 \
    case WGC_KIND_EQ_MASK:                                                                         \
    case WGC_KIND_GE_MASK:                                                                         \
    case WGC_KIND_GT_MASK:                                                                         \
    case WGC_KIND_LE_MASK:                                                                         \
    case WGC_KIND_LT_MASK
#define WGC_KINDS_OF_COPIES                                                                        \
    WGC_KIND_NON_UNIFORM_BROADCAST:                                                                \
    case WGC_KIND_BROADCAST_FIRST:                                                                 \
    case WGC_KIND_SHUFFLE:                                                                         \
    case WGC_KIND_SHUFFLE_XOR:                                                                     \
    case WGC_KIND_SHUFFLE_UP:                                                                      \
    case WGC_KIND_SHUFFLE_DOWN:                                                                    \
    case WGC_KIND_ROTATE:                                                                          \
    case WGC_KIND_CLUSTERED_ROTATE:                                                                \
    case WGC_KIND_BARRIER_LOCAL:                                                                   \
    case WGC_KIND_BARRIER_GLOBAL:                                                                  \
    case WGC_KIND_PROGRESS

/* The sets of operators that functions have (suite/functions.def). */
enum wgc_op_set { WGC_OPS_ARITHMETIC, WGC_OPS_MULTIPLY, WGC_OPS_BITWISE, WGC_OPS_LOGICAL };

/* How a floating-point result of an operator is judged. */
enum wgc_real { WGC_REAL_NONE, WGC_REAL_SUM, WGC_REAL_PRODUCT, WGC_REAL_ORDER };

/* The data that an operator or a kind gets: a set of them is a column of suite/patterns.def. */
enum wgc_data {
    WGC_DATA_PREDICATE = 1 << 0, /* all, any, votes */
    WGC_DATA_BROADCAST = 1 << 1, /* also every other function that hands a value over */
    WGC_DATA_ADD = 1 << 2,
    WGC_DATA_MIN = 1 << 3,
    WGC_DATA_MAX = 1 << 4,
    WGC_DATA_MUL = 1 << 5,
    WGC_DATA_BITWISE = 1 << 6,
    WGC_DATA_LOGICAL = 1 << 7,
    WGC_DATA_EQUALITY = 1 << 8, /* all_equal */
    WGC_DATA_BALLOT = 1 << 9,   /* functions of a ballot, and masks */
    WGC_DATA_OPERATOR = 0,      /* of a kind: that of its operator */
};

/* What a function takes after its value. */
enum wgc_argument {
    WGC_ARGUMENT_NONE,
    WGC_ARGUMENT_IDS,     /* the ids of the work-item whose value is broadcast */
    WGC_ARGUMENT_INIT,    /* an initial value */
    WGC_ARGUMENT_UNIFORM, /* a number, the same for all work-items of a sub-group */
    WGC_ARGUMENT_EACH     /* a number of each work-item's own */
};

enum wgc_scope { WGC_SCOPE_WORK_GROUP, WGC_SCOPE_SUB_GROUP, WGC_SCOPE_COUNT };

/* How a kernel is launched over its work-groups. */
enum wgc_geometry {
    WGC_GEOMETRY_LINEAR, /* all work-groups in x */
    WGC_GEOMETRY_OFFSET, /* the same with a global offset that is no multiple of the local size */
    WGC_GEOMETRY_REMAINDER,    /* the last work-group of each dimension of the shape is smaller */
    WGC_GEOMETRY_GROUPS_2D,    /* work-groups in x and y */
    WGC_GEOMETRY_GROUPS_3D,    /* work-groups in x, y and z */
    WGC_GEOMETRY_OFFSET_64,    /* the same with a global offset above 2^32 in each of the three */
    WGC_GEOMETRY_GROUPS_65536, /* more than 65,535 work-groups in y */
    WGC_GEOMETRY_GIVEN,        /* LINEAR, with local memory as one more argument */
    WGC_GEOMETRY_FILLED, /* the same with nearly all of the device's, and its size in elements */
    WGC_GEOMETRY_PIPES,  /* LINEAR; a second launch reads the pipe that the first wrote */
    WGC_GEOMETRY_SUB_BUFFERS, /* LINEAR, with buffers that are parts of another one */
    WGC_GEOMETRY_EXAMPLE,     /* one work-group with the standard's example */
    /* the work-items of all work-groups in x, without a local size: the implementation chooses it
     */
    WGC_GEOMETRY_CHOSEN,
    /* all work-groups in x, in several launches of the same data, each with buffers of its own: */
    WGC_GEOMETRY_REPEATED,  /* in one queue, without a wait between them */
    WGC_GEOMETRY_QUEUES,    /* in two queues */
    WGC_GEOMETRY_UNORDERED, /* in a queue that is out of order */
    WGC_GEOMETRY_THREADS,   /* by two host threads, each in a queue of its own */
    WGC_GEOMETRY_CLONED,    /* in turn of the kernel object and of clones of it */
    WGC_GEOMETRY_COMMANDS,  /* in one command buffer */
    WGC_GEOMETRY_COUNT
};

/* What a slot (one row of a kernel's input and output buffer) holds. */
enum wgc_slot {
#define WGC_SLOT(id, name, sub_groups, active, classes, role, traits, text) WGC_SLOT_##id,
#include "suite/slots.def"
#undef WGC_SLOT
    WGC_SLOT_COUNT
};

/* The sub-groups that make a slot's call (suite/slots.def). */
enum wgc_callers {
    WGC_CALLERS_EVERY,
    WGC_CALLERS_EVEN,
    WGC_CALLERS_ODD,
    WGC_CALLERS_ODD_ELSE_COPY,
    WGC_CALLERS_LOOP,
};

enum wgc_profile { WGC_PROFILE_QUICK, WGC_PROFILE_DEFAULT, WGC_PROFILE_FULL, WGC_PROFILE_COUNT };

struct wgc_type_info {
    const char *name;
    enum wgc_class value_class;
    size_t bytes;
    unsigned significand; /* precision in bits, 0 for integers */
    int feature;          /* enum wgc_feature, or -1 */
};

struct wgc_op_info {
    const char *name;
    enum wgc_op_set set;
    enum wgc_identity identity;
    enum wgc_data data;
    enum wgc_real real;
    const char *integer_text, *real_text; /* in OpenCL C, of a and b, or "none" */
    bool counts_every; /* each item changes the result; else one item may decide it */
};

const struct wgc_type_info *wgc_type_info(enum wgc_type type);
/* op must not be WGC_OP_NONE. */
const struct wgc_op_info *wgc_op_info(enum wgc_op op);
const char *wgc_feature_name(enum wgc_feature feature);
const char *wgc_feature_text(enum wgc_feature feature);
/* Whether a form with the feature is there for the emulated functions, too. */
bool wgc_feature_is_emulated(enum wgc_feature feature);

/* The enumerator with that name (as in the tables, in lower case, for example "half" or "quick"),
 * or -1. A vector's name, as "half4", has the type of its components. */
int wgc_type_by_name(const char *name);
int wgc_profile_by_name(const char *name);
/*
 * Whether the feature is that of functions or instructions: a device that does not advertise them
 * can be asked for them all the same. The others are types, launches and the way to hand SPIR-V
 * over.
 */
bool wgc_feature_of_functions(enum wgc_feature feature);
const char *wgc_kind_name(enum wgc_kind kind);
const char *wgc_kind_meaning(enum wgc_kind kind);
enum wgc_argument wgc_kind_argument(enum wgc_kind kind);
const char *wgc_slot_name(enum wgc_slot slot);
enum wgc_callers wgc_slot_callers(enum wgc_slot slot);
bool wgc_slot_has_patterns(enum wgc_slot slot); /* whether its input is made of patterns */
const char *wgc_profile_name(enum wgc_profile profile);

/* Whether a kind takes an initial value; whether it is a broadcast. */
bool wgc_has_init(enum wgc_kind kind);
bool wgc_is_broadcast(enum wgc_kind kind);

/* Whether the operands and results of an operator are truth values; false for WGC_OP_NONE. */
bool wgc_is_logical(enum wgc_op op);
/* The data of a function: that of its kind, or of its operator. */
enum wgc_data wgc_data_of(enum wgc_kind kind, enum wgc_op op);

/* Whether results are truth values: any non-zero value is true. */
bool wgc_is_truth(enum wgc_kind kind, enum wgc_op op);
/* Whether one false value makes a truth value false: of all, and of logical_and. Data that is to
 * show the loss of a single value is then true of all but one, and else of one alone. */
bool wgc_is_conjunction(enum wgc_kind kind, enum wgc_op op);
/* Whether a result depends on the sub-group local ids of the active work-items. */
bool wgc_uses_local_ids(enum wgc_kind kind);
/* Whether a result depends on get_max_sub_group_size(). */
bool wgc_uses_max_size(enum wgc_kind kind);
/* Whether the argument of a work-item is the linear id in its work-group of another one. */
bool wgc_names_linear_ids(enum wgc_kind kind);
/* Whether the function works in clusters of a constant size. */
bool wgc_has_clusters(enum wgc_kind kind);

/* The word with the slots in which a work-item makes the call: two bits, and from bit 8 on a
 * number of rounds. wgc_has_activity: whether a slot's call is made by the active work-items alone;
 * wgc_is_active: whether a work-item is active in a slot, number of count; true for other slots. */
enum { WGC_ACTIVITY_ROUNDS = 8 };
bool wgc_has_activity(enum wgc_slot slot);
/* Whether the kernel of a form with that first slot calls, and writes no meta: some partition into
 * sub-groups must explain the results. */
bool wgc_is_bare(enum wgc_slot slot);
bool wgc_is_active(enum wgc_slot slot, size_t number, size_t count, uint32_t word, size_t local_id);
/* Whether the active work-items are judged by classes (oracle/classes.h), and their operands name
 * them; whether parts of a class may call separately. */
bool wgc_has_classes(enum wgc_slot slot);
bool wgc_may_split(enum wgc_slot slot);
/* The class of an active work-item in a slot of count. word: its activity word; of the slot PICKED
 * the round that the kernel wrote, and before the launch work-items of one word are one class. */
uint32_t wgc_class_of(enum wgc_slot slot, size_t count, uint32_t word, size_t local_id);
/* Whether the slot's calls are made with the values and arguments of slot 0. */
bool wgc_is_same_call(enum wgc_slot slot);
/* Whether the slot's value is made of the results of the slots before. */
bool wgc_is_fed(enum wgc_slot slot);
/* Whether the slot's value, or that of its first slot, is read from the input. */
bool wgc_is_of_input(enum wgc_slot slot);
/* Whether the slot's value is the signature's literal of the slot's number. */
bool wgc_is_of_literal(enum wgc_slot slot);

#endif
