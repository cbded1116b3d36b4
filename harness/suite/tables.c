#include "suite/tables.h"

#include <string.h>

/* features.def has no row "none"; its absence is -1 */
enum { WGC_FEATURE_none = -1 };

/* what the columns of types.def and ops.def mean in C */
#define CLASS_SINT  WGC_SINT
#define CLASS_UINT  WGC_UINT
#define CLASS_FLOAT WGC_FLOAT

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
} features[WGC_FEATURE_COUNT] = {
#define WGC_FEATURE(id, text) [WGC_FEATURE_##id] = {#id, text},
#include "suite/features.def"
#undef WGC_FEATURE
};

static const char *const kinds[WGC_KIND_COUNT] = {
    [WGC_KIND_ALL] = "all",
    [WGC_KIND_ANY] = "any",
    [WGC_KIND_BROADCAST] = "broadcast",
    [WGC_KIND_BROADCAST_2D] = "broadcast_2d",
    [WGC_KIND_BROADCAST_3D] = "broadcast_3d",
    [WGC_KIND_REDUCE] = "reduce",
    [WGC_KIND_SCAN_EXCLUSIVE] = "scan_exclusive",
    [WGC_KIND_SCAN_INCLUSIVE] = "scan_inclusive",
    [WGC_KIND_REDUCE_INIT] = "reduce_init",
    [WGC_KIND_SCAN_EXCLUSIVE_INIT] = "scan_exclusive_init",
    [WGC_KIND_SCAN_INCLUSIVE_INIT] = "scan_inclusive_init",
    [WGC_KIND_CLUSTERED_REDUCE] = "clustered_reduce",
    [WGC_KIND_MAPPING] = "mapping",
};

static const char *const slots[WGC_SLOT_COUNT] = {
    [WGC_SLOT_CALL] = "call",         [WGC_SLOT_COPY] = "copy",
    [WGC_SLOT_CONSTANT] = "constant", [WGC_SLOT_UNIFORM] = "uniform",
    [WGC_SLOT_SCRATCH] = "scratch",   [WGC_SLOT_BARE] = "bare",
    [WGC_SLOT_SOME] = "some",         [WGC_SLOT_EVEN] = "even",
    [WGC_SLOT_ODD] = "odd",           [WGC_SLOT_ROUND] = "round",
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

int wgc_type_by_name(const char *name)
{
    for (int i = 0; i < WGC_TYPE_COUNT; i++) {
        if (strcmp(types[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

bool wgc_feature_of_functions(enum wgc_feature feature)
{
    return feature != WGC_FEATURE_int64 && feature != WGC_FEATURE_fp16 &&
           feature != WGC_FEATURE_fp64 && feature != WGC_FEATURE_spirv &&
           feature != WGC_FEATURE_spirv_1_3 && feature != WGC_FEATURE_non_uniform_work_groups;
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
    return kinds[kind];
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
    return kind == WGC_KIND_REDUCE_INIT || kind == WGC_KIND_SCAN_EXCLUSIVE_INIT ||
           kind == WGC_KIND_SCAN_INCLUSIVE_INIT;
}

bool wgc_is_broadcast(enum wgc_kind kind)
{
    return kind == WGC_KIND_BROADCAST || kind == WGC_KIND_BROADCAST_2D ||
           kind == WGC_KIND_BROADCAST_3D;
}

bool wgc_is_truth(enum wgc_kind kind, enum wgc_op op)
{
    return kind == WGC_KIND_ALL || kind == WGC_KIND_ANY || (op != WGC_OP_NONE && ops[op].logical);
}
