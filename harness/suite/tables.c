#include "suite/tables.h"

#include <string.h>

#include "base/row.h"

/* features.def has no row "none"; its absence is -1 */
enum { WGC_FEATURE_none = -1 };

/* what the columns of types.def and ops.def mean in C */
#define CLASS_SINT  WGC_SINT
#define CLASS_UINT  WGC_UINT
#define CLASS_FLOAT WGC_FLOAT

/* what the columns of features.def mean in C */
enum { IS_NO, IS_YES };

static const struct wgc_type_info types[WGC_TYPE_COUNT] = {
#define WGC_TYPE(id, class, bits, significand, feature, sets)                                      \
    [WGC_TYPE_##id] = {#id, CLASS_##class, (bits) / 8, significand, WGC_FEATURE_##feature},
#include "suite/types.def"
#undef WGC_TYPE
};

enum { COUNTS_ONE, COUNTS_EVERY };

static const struct wgc_op_info ops[WGC_OP_COUNT] = {
#define WGC_OP(id, sycl, set, identity, data, counts, real, integer, floating, ...)                \
    [WGC_OP_##id] = {                                                                              \
        #id,     WGC_OPS_##set, WGC_IDENTITY_##identity,        WGC_DATA_##data, WGC_REAL_##real,  \
        integer, floating,      COUNTS_##counts == COUNTS_EVERY},
#include "suite/ops.def"
#undef WGC_OP
};

static const struct {
    const char *name, *text;
    bool emulated, functions;
} features[WGC_FEATURE_COUNT] = {
#define WGC_FEATURE(id, emulated, functions, text)                                                 \
    [WGC_FEATURE_##id] = {#id, text, IS_##emulated, IS_##functions},
#include "suite/features.def"
#undef WGC_FEATURE
};

/* what the column "traits" of kinds.def means in C */
enum {
    NOTHING = 0,
    TRUTH = 1 << 0,
    LOCAL_IDS = 1 << 1,
    MAX_SIZE = 1 << 2,
    LINEAR_IDS = 1 << 3,
    CLUSTERS = 1 << 4
};

static const struct {
    const char *name, *meaning;
    enum wgc_argument argument;
    enum wgc_data data;
    unsigned traits;
} kinds[WGC_KIND_COUNT] = {
#define WGC_KIND(id, name, argument, data, traits, meaning)                                        \
    [WGC_KIND_##id] = {#name, meaning, WGC_ARGUMENT_##argument, WGC_DATA_##data, traits},
#include "suite/kinds.def"
#undef WGC_KIND
};

/* the columns of suite/slots.def */
enum active {
    ACTIVE_EVERY,
    ACTIVE_BIT,
    ACTIVE_FIRST,
    ACTIVE_BOTH,
    ACTIVE_NOT_FIRST,
    ACTIVE_NOT_SECOND,
    ACTIVE_ROUNDS,
    ACTIVE_LANE,
    ACTIVE_FALLEN
};
enum classes { CLASS_ONE, CLASS_ROUND, CLASS_LANE, CLASS_WORD, CLASS_ARM };
enum role { ROLE_CALL, ROLE_CONSTANT, ROLE_UNIFORM, ROLE_OWN };
enum {
    ACTIVITY = 1 << 0,
    CLASSES = 1 << 1,
    SPLITS = 1 << 2,
    SAME = 1 << 3,
    PATTERNS = 1 << 4,
    NO_META = 1 << 5,
    FEEDS = 1 << 6
};

static const struct {
    const char *name;
    enum wgc_callers callers;
    enum active active;
    enum classes classes;
    enum role role;
    unsigned traits;
} slots[WGC_SLOT_COUNT] = {
#define WGC_SLOT(id, name, sub_groups, active, classes, role, traits, text)                        \
    {#name, WGC_CALLERS_##sub_groups, ACTIVE_##active, CLASS_##classes, ROLE_##role, traits},
#include "suite/slots.def"
#undef WGC_SLOT
};

static const char *const profiles[WGC_PROFILE_COUNT] = {"quick", "default", "full"};

/* What a row has, a function each. */
#define WGC_COLUMN(result, name, of, value)                                                        \
    result name(enum wgc_##of of)                                                                  \
    {                                                                                              \
        return value;                                                                              \
    }

WGC_COLUMN(const struct wgc_type_info *, wgc_type_info, type, &types[type])
WGC_COLUMN(const struct wgc_op_info *, wgc_op_info, op, &ops[op])
WGC_COLUMN(bool, wgc_is_logical, op, op != WGC_OP_NONE && ops[op].set == WGC_OPS_LOGICAL)
WGC_COLUMN(const char *, wgc_feature_name, feature, features[feature].name)
WGC_COLUMN(const char *, wgc_feature_text, feature, features[feature].text)
WGC_COLUMN(bool, wgc_feature_is_emulated, feature, features[feature].emulated)
WGC_COLUMN(bool, wgc_feature_of_functions, feature, features[feature].functions)

WGC_COLUMN(const char *, wgc_profile_name, profile, profiles[profile])

WGC_COLUMN(const char *, wgc_kind_name, kind, kinds[kind].name)
WGC_COLUMN(const char *, wgc_kind_meaning, kind, kinds[kind].meaning)
WGC_COLUMN(enum wgc_argument, wgc_kind_argument, kind, kinds[kind].argument)
WGC_COLUMN(bool, wgc_has_init, kind, kinds[kind].argument == WGC_ARGUMENT_INIT)
WGC_COLUMN(bool, wgc_is_broadcast, kind, kinds[kind].argument == WGC_ARGUMENT_IDS)
WGC_COLUMN(bool, wgc_uses_local_ids, kind, (kinds[kind].traits & LOCAL_IDS) != 0)
WGC_COLUMN(bool, wgc_uses_max_size, kind, (kinds[kind].traits & MAX_SIZE) != 0)
WGC_COLUMN(bool, wgc_names_linear_ids, kind, (kinds[kind].traits & LINEAR_IDS) != 0)
WGC_COLUMN(bool, wgc_has_clusters, kind, (kinds[kind].traits & CLUSTERS) != 0)

WGC_COLUMN(const char *, wgc_slot_name, slot, slots[slot].name)
WGC_COLUMN(enum wgc_callers, wgc_slot_callers, slot, slots[slot].callers)
WGC_COLUMN(bool, wgc_slot_has_patterns, slot, (slots[slot].traits & PATTERNS) != 0)
WGC_COLUMN(bool, wgc_has_activity, slot, (slots[slot].traits & ACTIVITY) != 0)
WGC_COLUMN(bool, wgc_is_bare, slot, (slots[slot].traits & NO_META) != 0)
WGC_COLUMN(bool, wgc_has_classes, slot, (slots[slot].traits & CLASSES) != 0)
WGC_COLUMN(bool, wgc_may_split, slot, (slots[slot].traits & SPLITS) != 0)
WGC_COLUMN(bool, wgc_is_same_call, slot, (slots[slot].traits & SAME) != 0)
WGC_COLUMN(bool, wgc_is_fed, slot, (slots[slot].traits & FEEDS) != 0)
WGC_COLUMN(bool, wgc_is_of_input, slot, slots[slot].role == ROLE_CALL)
WGC_COLUMN(bool, wgc_is_of_literal, slot, slots[slot].role == ROLE_CONSTANT)

/* Whether the text after a scalar type's name makes it that of a type. */
static bool is_width(const char *text)
{
    static const char *const widths[] = {"", "2", "3", "4", "8", "16"};

    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        if (strcmp(text, widths[i]) == 0) {
            return true;
        }
    }
    return false;
}

int wgc_type_by_name(const char *name)
{
    for (int i = 0; i < WGC_TYPE_COUNT; i++) {
        size_t length = strlen(types[i].name);
        if (strncmp(types[i].name, name, length) == 0 && is_width(name + length)) {
            return i;
        }
    }
    return -1;
}

int wgc_profile_by_name(const char *name)
{
    return wgc_row_by_name(profiles, sizeof profiles[0], WGC_PROFILE_COUNT, name);
}

enum wgc_data wgc_data_of(enum wgc_kind kind, enum wgc_op op)
{
    return kinds[kind].data == WGC_DATA_OPERATOR ? ops[op].data : kinds[kind].data;
}

bool wgc_is_truth(enum wgc_kind kind, enum wgc_op op)
{
    return (kinds[kind].traits & TRUTH) != 0 || wgc_is_logical(op);
}

bool wgc_is_conjunction(enum wgc_kind kind, enum wgc_op op)
{
    return kind == WGC_KIND_ALL || op == WGC_OP_logical_and;
}

bool wgc_is_active(enum wgc_slot slot, size_t number, size_t count, uint32_t word, size_t local_id)
{
    switch (slots[slot].active) {
    case ACTIVE_EVERY:
        break;
    case ACTIVE_BIT:
        return (word >> number & 1) != 0;
    case ACTIVE_FIRST:
        return (word & 1) != 0;
    case ACTIVE_BOTH:
        return (word & 3) == 3;
    case ACTIVE_NOT_FIRST:
        return (word & 1) == 0;
    case ACTIVE_NOT_SECOND:
        return (word & 2) == 0;
    case ACTIVE_ROUNDS:
        return word >> WGC_ACTIVITY_ROUNDS > number;
    case ACTIVE_LANE:
        return local_id % count == number;
    case ACTIVE_FALLEN:
        return local_id % count == number || local_id % count + 1 == number;
    }
    return true;
}

uint32_t wgc_class_of(enum wgc_slot slot, size_t count, uint32_t word, size_t local_id)
{
    switch (slots[slot].classes) {
    case CLASS_ONE:
        break;
    case CLASS_ROUND:
        return word >> WGC_ACTIVITY_ROUNDS;
    case CLASS_LANE:
        return (uint32_t)local_id;
    case CLASS_WORD:
        return word;
    case CLASS_ARM:
        return (uint32_t)(local_id % count);
    }
    return 0;
}
