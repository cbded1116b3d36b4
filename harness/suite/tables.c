#include "suite/tables.h"

#include <string.h>

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

/* what is known of a slot */
enum {
    ACTIVITY = 1 << 0, /* the active work-items make the call */
    CLASSES = 1 << 1,  /* wgc_has_classes */
    SPLITS = 1 << 2,   /* wgc_may_split */
    SAME = 1 << 3,     /* wgc_is_same_call */
};

static const struct {
    const char *name;
    unsigned traits;
} slots[WGC_SLOT_COUNT] = {
    [WGC_SLOT_CALL] = {"call", 0},
    [WGC_SLOT_COPY] = {"copy", 0},
    [WGC_SLOT_CONSTANT] = {"constant", 0},
    [WGC_SLOT_UNIFORM] = {"uniform", 0},
    [WGC_SLOT_SCRATCH] = {"scratch", 0},
    [WGC_SLOT_BARE] = {"bare", 0},
    [WGC_SLOT_SOME] = {"some", 0},
    [WGC_SLOT_EVEN] = {"even", 0},
    [WGC_SLOT_ODD] = {"odd", 0},
    [WGC_SLOT_ROUND] = {"round", 0},
    [WGC_SLOT_GROUPS] = {"groups", 0},
    [WGC_SLOT_SPLIT] = {"split", CLASSES | SPLITS},
    [WGC_SLOT_ACTIVE] = {"active", ACTIVITY},
    [WGC_SLOT_NESTED] = {"nested", ACTIVITY},
    [WGC_SLOT_ELSE] = {"else", ACTIVITY},
    [WGC_SLOT_LEAVING] = {"leaving", ACTIVITY | CLASSES | SPLITS},
    [WGC_SLOT_LANE] = {"lane", ACTIVITY},
    [WGC_SLOT_FALLEN] = {"fallen", ACTIVITY | CLASSES | SPLITS},
    [WGC_SLOT_STAYS] = {"stays", ACTIVITY | CLASSES | SPLITS},
    [WGC_SLOT_OUT] = {"out", ACTIVITY | CLASSES | SPLITS},
    [WGC_SLOT_SINGLE] = {"single", ACTIVITY | CLASSES},
    [WGC_SLOT_PICKED] = {"picked", ACTIVITY | CLASSES | SPLITS},
    [WGC_SLOT_ARM] = {"arm", ACTIVITY | CLASSES},
    [WGC_SLOT_BEFORE] = {"before", ACTIVITY | CLASSES | SAME},
    [WGC_SLOT_THEN] = {"then", ACTIVITY | CLASSES | SAME},
    [WGC_SLOT_INNER] = {"inner", ACTIVITY | CLASSES | SAME},
    [WGC_SLOT_OTHER] = {"other", ACTIVITY | CLASSES | SAME},
    [WGC_SLOT_AFTER] = {"after", ACTIVITY | CLASSES | SPLITS | SAME},
    [WGC_SLOT_FED] = {"fed", ACTIVITY},
    [WGC_SLOT_OWN] = {"own", 0},
    [WGC_SLOT_LITERAL] = {"literal", 0},
    [WGC_SLOT_UNUSED] = {"unused", 0},
    [WGC_SLOT_OF_LANE] = {"of_lane", 0},
    [WGC_SLOT_INDEXED] = {"indexed", 0},
};

static const char *const profiles[WGC_PROFILE_COUNT] = {"quick", "default", "full"};

const struct wgc_type_info *wgc_type_info(enum wgc_type type)
{
    return &types[type];
}

const struct wgc_op_info *wgc_op_info(enum wgc_op op)
{
    return &ops[op];
}

const char *wgc_feature_name(enum wgc_feature feature)
{
    return features[feature].name;
}

const char *wgc_feature_text(enum wgc_feature feature)
{
    return features[feature].text;
}

bool wgc_feature_is_emulated(enum wgc_feature feature)
{
    return features[feature].emulated;
}

/* Whether the text behind a scalar type's name makes it that of a type. */
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

bool wgc_feature_of_functions(enum wgc_feature feature)
{
    return features[feature].functions;
}

int wgc_profile_by_name(const char *name)
{
    for (int i = 0; i < WGC_PROFILE_COUNT; i++) {
        if (strcmp(profiles[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *wgc_kind_name(enum wgc_kind kind)
{
    return kinds[kind].name;
}

const char *wgc_kind_meaning(enum wgc_kind kind)
{
    return kinds[kind].meaning;
}

enum wgc_argument wgc_kind_argument(enum wgc_kind kind)
{
    return kinds[kind].argument;
}

const char *wgc_slot_name(enum wgc_slot slot)
{
    return slots[slot].name;
}

const char *wgc_profile_name(enum wgc_profile profile)
{
    return profiles[profile];
}

bool wgc_has_init(enum wgc_kind kind)
{
    return kinds[kind].argument == WGC_ARGUMENT_INIT;
}

bool wgc_is_broadcast(enum wgc_kind kind)
{
    return kinds[kind].argument == WGC_ARGUMENT_IDS;
}

bool wgc_is_logical(enum wgc_op op)
{
    return op != WGC_OP_NONE && ops[op].set == WGC_OPS_LOGICAL;
}

enum wgc_data wgc_data_of(enum wgc_kind kind, enum wgc_op op)
{
    return kinds[kind].data == WGC_DATA_OPERATOR ? ops[op].data : kinds[kind].data;
}

bool wgc_is_truth(enum wgc_kind kind, enum wgc_op op)
{
    return (kinds[kind].traits & TRUTH) != 0 || wgc_is_logical(op);
}

bool wgc_uses_local_ids(enum wgc_kind kind)
{
    return (kinds[kind].traits & LOCAL_IDS) != 0;
}

bool wgc_uses_max_size(enum wgc_kind kind)
{
    return (kinds[kind].traits & MAX_SIZE) != 0;
}

bool wgc_names_linear_ids(enum wgc_kind kind)
{
    return (kinds[kind].traits & LINEAR_IDS) != 0;
}

bool wgc_has_clusters(enum wgc_kind kind)
{
    return (kinds[kind].traits & CLUSTERS) != 0;
}

bool wgc_has_activity(enum wgc_slot slot)
{
    return (slots[slot].traits & ACTIVITY) != 0;
}

bool wgc_is_bare(enum wgc_slot slot)
{
    return slot == WGC_SLOT_BARE || slot == WGC_SLOT_OWN || slot == WGC_SLOT_LITERAL;
}

bool wgc_is_active(enum wgc_slot slot, size_t number, size_t count, uint32_t word, size_t local_id)
{
    switch (slot) {
    case WGC_SLOT_ACTIVE:
        return (word >> number & 1) != 0;
    case WGC_SLOT_THEN:
        return (word & 1) != 0;
    case WGC_SLOT_NESTED:
    case WGC_SLOT_INNER:
        return (word & 3) == 3;
    case WGC_SLOT_ELSE:
    case WGC_SLOT_OTHER:
        return (word & 1) == 0;
    case WGC_SLOT_STAYS:
        return (word & 2) == 0;
    case WGC_SLOT_LEAVING:
        return word >> WGC_ACTIVITY_ROUNDS > number;
    case WGC_SLOT_LANE:
        return local_id % count == number;
    case WGC_SLOT_FALLEN:
        return local_id % count == number || local_id % count + 1 == number;
    case WGC_SLOT_CALL:
    case WGC_SLOT_COPY:
    case WGC_SLOT_CONSTANT:
    case WGC_SLOT_UNIFORM:
    case WGC_SLOT_SCRATCH:
    case WGC_SLOT_BARE:
    case WGC_SLOT_OWN:
    case WGC_SLOT_LITERAL:
    case WGC_SLOT_UNUSED:
    case WGC_SLOT_OF_LANE:
    case WGC_SLOT_INDEXED:
    case WGC_SLOT_SOME:
    case WGC_SLOT_EVEN:
    case WGC_SLOT_ODD:
    case WGC_SLOT_ROUND:
    case WGC_SLOT_GROUPS:
    case WGC_SLOT_SPLIT:
    case WGC_SLOT_OUT:
    case WGC_SLOT_SINGLE:
    case WGC_SLOT_PICKED:
    case WGC_SLOT_ARM:
    case WGC_SLOT_BEFORE:
    case WGC_SLOT_AFTER:
    case WGC_SLOT_FED:
    case WGC_SLOT_COUNT:
        break;
    }
    return true;
}

bool wgc_has_classes(enum wgc_slot slot)
{
    return (slots[slot].traits & CLASSES) != 0;
}

bool wgc_may_split(enum wgc_slot slot)
{
    return (slots[slot].traits & SPLITS) != 0;
}

bool wgc_is_same_call(enum wgc_slot slot)
{
    return (slots[slot].traits & SAME) != 0;
}

uint32_t wgc_class_of(enum wgc_slot slot, size_t count, uint32_t word, size_t local_id)
{
    switch (slot) {
    case WGC_SLOT_OUT:
        return word >> WGC_ACTIVITY_ROUNDS;
    case WGC_SLOT_SINGLE:
        return (uint32_t)local_id;
    case WGC_SLOT_PICKED:
        return word;
    case WGC_SLOT_ARM:
        return (uint32_t)(local_id % count);
    case WGC_SLOT_CALL:
    case WGC_SLOT_COPY:
    case WGC_SLOT_CONSTANT:
    case WGC_SLOT_UNIFORM:
    case WGC_SLOT_SCRATCH:
    case WGC_SLOT_BARE:
    case WGC_SLOT_SOME:
    case WGC_SLOT_EVEN:
    case WGC_SLOT_ODD:
    case WGC_SLOT_ROUND:
    case WGC_SLOT_GROUPS:
    case WGC_SLOT_SPLIT:
    case WGC_SLOT_ACTIVE:
    case WGC_SLOT_NESTED:
    case WGC_SLOT_ELSE:
    case WGC_SLOT_LEAVING:
    case WGC_SLOT_LANE:
    case WGC_SLOT_FALLEN:
    case WGC_SLOT_STAYS:
    case WGC_SLOT_BEFORE:
    case WGC_SLOT_THEN:
    case WGC_SLOT_INNER:
    case WGC_SLOT_OTHER:
    case WGC_SLOT_AFTER:
    case WGC_SLOT_FED:
    case WGC_SLOT_OWN:
    case WGC_SLOT_LITERAL:
    case WGC_SLOT_UNUSED:
    case WGC_SLOT_OF_LANE:
    case WGC_SLOT_INDEXED:
    case WGC_SLOT_COUNT:
        break;
    }
    return 0;
}
