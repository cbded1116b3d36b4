#include "suite/tables.h"

#include <string.h>

/* features.def has no row "none"; its absence is -1 */
enum { WGC_FEATURE_none = -1 };

/* what the columns of types.def and ops.def mean in C */
#define CLASS_SINT  WGC_SINT
#define CLASS_UINT  WGC_UINT
#define CLASS_FLOAT WGC_FLOAT

/* what the column "emulated" of features.def means in C */
enum { EMULATED_NO, EMULATED_YES };

static const struct wgc_type_info types[WGC_TYPE_COUNT] = {
#define WGC_TYPE(id, class, bits, significand, feature, sets)                                      \
    [WGC_TYPE_##id] = {#id, CLASS_##class, (bits) / 8, significand, WGC_FEATURE_##feature},
#include "suite/types.def"
#undef WGC_TYPE
};

enum { SET_ARITHMETIC, SET_MULTIPLY, SET_BITWISE, SET_LOGICAL };

static const struct wgc_op_info ops[WGC_OP_COUNT] = {
#define WGC_OP(id, sycl, set, identity)                                                            \
    [WGC_OP_##id] = {#id, WGC_IDENTITY_##identity, SET_##set == SET_LOGICAL},
#include "suite/ops.def"
#undef WGC_OP
};

static const struct {
    const char *name, *text;
    bool emulated;
} features[WGC_FEATURE_COUNT] = {
#define WGC_FEATURE(id, emulated, text) [WGC_FEATURE_##id] = {#id, text, EMULATED_##emulated},
#include "suite/features.def"
#undef WGC_FEATURE
};

static const struct {
    const char *name, *meaning;
    enum wgc_argument argument;
} kinds[WGC_KIND_COUNT] = {
#define WGC_KIND(id, name, argument, meaning)                                                      \
    [WGC_KIND_##id] = {#name, meaning, WGC_ARGUMENT_##argument},
#include "suite/kinds.def"
#undef WGC_KIND
};

static const char *const slots[WGC_SLOT_COUNT] = {
    [WGC_SLOT_CALL] = "call",         [WGC_SLOT_COPY] = "copy",
    [WGC_SLOT_CONSTANT] = "constant", [WGC_SLOT_UNIFORM] = "uniform",
    [WGC_SLOT_SCRATCH] = "scratch",   [WGC_SLOT_BARE] = "bare",
    [WGC_SLOT_SOME] = "some",         [WGC_SLOT_EVEN] = "even",
    [WGC_SLOT_ODD] = "odd",           [WGC_SLOT_ROUND] = "round",
    [WGC_SLOT_GROUPS] = "groups",     [WGC_SLOT_SPLIT] = "split",
    [WGC_SLOT_ACTIVE] = "active",     [WGC_SLOT_NESTED] = "nested",
    [WGC_SLOT_ELSE] = "else",         [WGC_SLOT_LEAVING] = "leaving",
    [WGC_SLOT_LANE] = "lane",
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
    return feature != WGC_FEATURE_int64 && feature != WGC_FEATURE_fp16 &&
           feature != WGC_FEATURE_fp64 && feature != WGC_FEATURE_spirv &&
           feature != WGC_FEATURE_spirv_1_3 && feature != WGC_FEATURE_non_uniform_work_groups &&
           !(feature >= WGC_FEATURE_required_size_4 && feature <= WGC_FEATURE_required_size_128);
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
    return slots[slot];
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

bool wgc_is_truth(enum wgc_kind kind, enum wgc_op op)
{
    return kind == WGC_KIND_ALL || kind == WGC_KIND_ANY || kind == WGC_KIND_ELECT ||
           (op != WGC_OP_NONE && ops[op].logical);
}

bool wgc_uses_local_ids(enum wgc_kind kind)
{
    return kind > WGC_KIND_MAPPING && kind != WGC_KIND_PROGRAM;
}

bool wgc_uses_max_size(enum wgc_kind kind)
{
    return kind == WGC_KIND_ROTATE || kind == WGC_KIND_GE_MASK || kind == WGC_KIND_GT_MASK ||
           kind == WGC_KIND_BALLOT_BIT_COUNT || kind == WGC_KIND_BALLOT_FIND_LSB ||
           kind == WGC_KIND_BALLOT_FIND_MSB;
}

bool wgc_names_linear_ids(enum wgc_kind kind)
{
    return kind == WGC_KIND_BARRIER_LOCAL || kind == WGC_KIND_BARRIER_GLOBAL;
}

bool wgc_has_clusters(enum wgc_kind kind)
{
    return kind == WGC_KIND_CLUSTERED_REDUCE || kind == WGC_KIND_CLUSTERED_ROTATE;
}

bool wgc_has_activity(enum wgc_slot slot)
{
    return slot >= WGC_SLOT_ACTIVE;
}

bool wgc_is_active(enum wgc_slot slot, size_t number, size_t count, uint32_t word, size_t local_id)
{
    switch (slot) {
    case WGC_SLOT_ACTIVE:
        return (word >> number & 1) != 0;
    case WGC_SLOT_NESTED:
        return (word & 3) == 3;
    case WGC_SLOT_ELSE:
        return (word & 1) == 0;
    case WGC_SLOT_LEAVING:
        return word >> WGC_ACTIVITY_ROUNDS > number;
    case WGC_SLOT_LANE:
        return local_id % count == number;
    default:
        return true;
    }
}

bool wgc_has_classes(enum wgc_slot slot)
{
    return slot == WGC_SLOT_LEAVING || slot == WGC_SLOT_SPLIT;
}

uint32_t wgc_class_of(enum wgc_slot slot, uint32_t word, size_t local_id)
{
    (void)slot, (void)word, (void)local_id;
    return 0;
}
