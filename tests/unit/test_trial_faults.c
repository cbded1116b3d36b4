/*
 * Strength: each of these wrong implementations is found, by the data of the least profile, for
 * every function and type that it is about.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/portion.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_faults.h"

enum { FOLD = 1, SCAN = 2, BROADCAST = 4, TRUTH = 8, INIT = 16 };
enum {
    ADD = 1 << WGC_OP_add,
    MIN = 1 << WGC_OP_min,
    MAX = 1 << WGC_OP_max,
    MUL = 1 << WGC_OP_mul,
    AND = 1 << WGC_OP_and,
    OR = 1 << WGC_OP_or,
    XOR = 1 << WGC_OP_xor,
    LOGICAL_AND = 1 << WGC_OP_logical_and,
    LOGICAL_OR = 1 << WGC_OP_logical_or,
    LOGICAL_XOR = 1 << WGC_OP_logical_xor,
    ALL = 1 << 16,
    ANY = 1 << 17,
    NO_OP = 1 << 18,
    ANY_OP = -1
};
enum {
    S32 = 1 << WGC_TYPE_int,
    U32 = 1 << WGC_TYPE_uint,
    S64 = 1 << WGC_TYPE_long,
    U64 = 1 << WGC_TYPE_ulong,
    F16 = 1 << WGC_TYPE_half,
    F32 = 1 << WGC_TYPE_float,
    F64 = 1 << WGC_TYPE_double,
    INTEGER = S32 | U32 | S64 | U64,
    WIDE = S64 | U64,
    REAL = F16 | F32 | F64,
    ANY_TYPE = INTEGER | REAL
};

static const struct {
    const char *name;
    int domains, ops, types;
    size_t least; /* items of a group, for it to be wrong */
    void (*function)(const struct fake_group *group, const void *parameter);
    int64_t parameter;
} faults[] = {
    {"64-bit values cut to their low half", FOLD | BROADCAST | INIT, ANY_OP, WIDE, 1,
     fault_cut_values, LOW_32_UNSIGNED},
    {"64-bit values sign-extended from 32", FOLD | BROADCAST | INIT, ANY_OP, WIDE, 1,
     fault_cut_values, LOW_32_SIGNED},
    {"64-bit values without their low half", FOLD | BROADCAST | INIT, ANY_OP, WIDE, 1,
     fault_cut_values, HIGH_32},
    {"64-bit results cut to their low half", FOLD | BROADCAST | INIT, ANY_OP, WIDE, 1,
     fault_cut_results, LOW_32_UNSIGNED},
    {"64-bit results sign-extended from 32", FOLD | BROADCAST | INIT, ANY_OP, WIDE, 1,
     fault_cut_results, LOW_32_SIGNED},
    {"64-bit values through double", FOLD | BROADCAST | INIT, ANY_OP, WIDE, 1, fault_cut_values,
     THROUGH_DOUBLE},
    {"values sign-extended from 16 bits", FOLD | BROADCAST | INIT, ANY_OP, INTEGER, 1,
     fault_cut_values, LOW_16_SIGNED},
    {"integers through float", FOLD | BROADCAST | INIT, ANY_OP, INTEGER, 1, fault_cut_values,
     THROUGH_FLOAT},
    {"values without their top bit", FOLD | BROADCAST | INIT, ANY_OP, ANY_TYPE, 1, fault_cut_values,
     WITHOUT_TOP_BIT},
    {"results without their top bit", FOLD | BROADCAST | INIT, ANY_OP, ANY_TYPE, 1,
     fault_cut_results, WITHOUT_TOP_BIT},
    {"magnitudes", FOLD | BROADCAST, ADD | MIN | MAX | MUL, S32 | S64 | REAL, 1, fault_cut_values,
     MAGNITUDE},
    {"values through half", FOLD | BROADCAST | INIT, ANY_OP, F32 | F64, 1, fault_cut_values,
     THROUGH_HALF},
    {"results through half", FOLD | BROADCAST | INIT, ANY_OP, F32 | F64, 1, fault_cut_results,
     THROUGH_HALF},
    {"values through float", FOLD | BROADCAST | INIT, ANY_OP, F64, 1, fault_cut_values,
     THROUGH_FLOAT},
    {"results through float", FOLD | BROADCAST | INIT, ANY_OP, F64, 1, fault_cut_results,
     THROUGH_FLOAT},
    {"NaN becomes zero", FOLD | BROADCAST | INIT, ADD | MUL | NO_OP, REAL, 1, fault_lose_values,
     NAN_TO_ZERO},
    {"NaN results become zero", FOLD | INIT, ADD | MUL, REAL, 2, fault_lose_results, NAN_TO_ZERO},
    {"infinite results become largest", FOLD | INIT, ADD | MUL, REAL, 2, fault_lose_results,
     INFINITY_TO_LARGEST},
    {"infinite results become NaN", FOLD | INIT, ADD | MUL, REAL, 2, fault_lose_results,
     INFINITY_TO_NAN},
    {"largest results become infinite", FOLD | INIT, ADD | MUL, REAL, 3, fault_lose_results,
     LARGEST_TO_INFINITY},
    {"subnormal terms become zero", FOLD | INIT, ADD | MIN | MAX | MUL, REAL, 1, fault_lose_values,
     NO_SUBNORMAL},
    {"subnormal results become zero", FOLD | INIT, ADD | MIN | MAX | MUL, REAL, 1,
     fault_lose_results, NO_SUBNORMAL},
    {"-0.0 becomes 0.0 in products", FOLD, MUL, REAL, 2, fault_lose_results, NO_NEGATIVE_ZERO},
    {"0.0 becomes -0.0", FOLD | INIT, ADD | MUL, REAL, 2, fault_lose_results, ZERO_TO_NEGATIVE},
    {"infinity becomes largest", FOLD | BROADCAST, ANY_OP, REAL, 1, fault_lose_values,
     INFINITY_TO_LARGEST},
    {"largest becomes infinity", FOLD | BROADCAST, ADD | MIN | MAX | NO_OP, REAL, 1,
     fault_lose_values, LARGEST_TO_INFINITY},
    {"infinity becomes NaN", FOLD | BROADCAST, ANY_OP, REAL, 1, fault_lose_values, INFINITY_TO_NAN},
    {"-0.0 becomes 0.0", FOLD | BROADCAST, MUL | NO_OP, REAL, 2, fault_lose_values,
     NO_NEGATIVE_ZERO},
    {"subnormals become zero", BROADCAST, ANY_OP, REAL, 1, fault_lose_values, NO_SUBNORMAL},
    {"signed for unsigned or the reverse", FOLD, MIN | MAX, INTEGER, 1, fault_compare,
     AS_OTHER_SIGN},
    {"compared by the difference", FOLD, MIN | MAX, INTEGER, 1, fault_compare, BY_DIFFERENCE},
    {"compared by low halves", FOLD, MIN | MAX, WIDE, 1, fault_compare, LOW_HALVES},
    {"compared by high halves", FOLD, MIN | MAX, WIDE, 1, fault_compare, HIGH_HALVES},
    {"compared as float", FOLD, MIN | MAX, INTEGER, 1, fault_compare, AS_FLOAT},
    {"compared as double", FOLD, MIN | MAX, WIDE, 1, fault_compare, AS_DOUBLE},
    {"compared by bits", FOLD, MIN | MAX, REAL, 1, fault_compare, BY_BITS},
    {"compared by magnitude", FOLD, MIN | MAX, REAL, 1, fault_compare, BY_SIZE},
    {"the first wins", FOLD, MIN | MAX, ANY_TYPE, 1, fault_compare, FIRST_WINS},
    {"saturated sums", FOLD, ADD, INTEGER, 1, fault_arithmetic, SATURATE},
    {"computed in half", FOLD, ADD | MUL, F32 | F64, 1, fault_arithmetic, IN_HALF},
    {"computed in float", FOLD, ADD | MUL, F64, 1, fault_arithmetic, IN_FLOAT},
    {"computed in bfloat16", FOLD, ADD | MUL, REAL, 1, fault_arithmetic, IN_BFLOAT},
    {"another bitwise operator", FOLD, AND | OR | XOR, INTEGER, 1, fault_arithmetic,
     OTHER_OPERATOR},
    {"zero factors skipped", FOLD, MUL, ANY_TYPE, 1, fault_arithmetic, SKIP_ZERO},
    {"signs lost", FOLD, ADD | MUL, REAL, 1, fault_arithmetic, WITHOUT_SIGN},
    {"starts from zero", FOLD, MIN | MUL | AND, ANY_TYPE, 1, fault_start, FROM_ZERO},
    {"starts from one", FOLD, ADD | MIN | MAX | OR | XOR, ANY_TYPE, 1, fault_start, FROM_ONE},
    {"starts from -1", FOLD, ADD | MIN | MUL | OR | XOR, S32 | S64 | REAL, 1, fault_start,
     FROM_MINUS_ONE},
    {"starts from FLT_MAX", FOLD, MIN | MAX, REAL, 1, fault_start, FROM_LARGEST},
    {"starts from FLT_MIN", FOLD, MIN | MAX, REAL, 1, fault_start, FROM_SMALLEST},
    {"starts from INT_MAX or INT_MIN", FOLD, MIN | MAX, S64, 1, fault_start, FROM_INT_LIMIT},
    {"starts from INT_MAX", FOLD, MIN, U32 | U64, 1, fault_start, FROM_INT_LIMIT},
    {"starts from UINT_MAX", FOLD, MIN, U64, 1, fault_start, FROM_UINT_LIMIT},
    {"the first item dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 2, fault_drop, 0},
    {"the second item dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 2, fault_drop, 1},
    {"the last but one dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 3, fault_drop, -2},
    {"item 7 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 8, fault_drop, 7},
    {"item 8 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 9, fault_drop, 8},
    {"item 15 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 16, fault_drop, 15},
    {"item 16 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 17, fault_drop, 16},
    {"item 31 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 32, fault_drop, 31},
    {"item 32 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 33, fault_drop, 32},
    {"item 63 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 64, fault_drop, 63},
    {"item 64 dropped", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 65, fault_drop, 64},
    {"items 64 and up dropped", FOLD | TRUTH, ANY_OP, ANY_TYPE, 65, fault_drop_past, 64},
    {"items 16 and up dropped", FOLD | TRUTH, ANY_OP, ANY_TYPE, 17, fault_drop_past, 16},
    {"the tail after eights dropped", FOLD | TRUTH, ANY_OP, ANY_TYPE, 9, fault_drop_tail, 8},
    {"the tail after 32s dropped", FOLD | TRUTH, ANY_OP, ANY_TYPE, 33, fault_drop_tail, 32},
    {"an item replaced by its neighbour", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 34,
     fault_take_neighbour, 33},
    {"the last but one replaced", FOLD | TRUTH | INIT, ANY_OP, ANY_TYPE, 3, fault_take_neighbour,
     -2},
    {"inclusive for exclusive or the reverse", SCAN, ANY_OP, ANY_TYPE, 1, fault_mix_up, OTHER_SCAN},
    {"scans backwards", SCAN, ANY_OP, ANY_TYPE, 1, fault_mix_up, BACKWARDS},
    {"reduce for scan or the reverse", FOLD, ANY_OP, ANY_TYPE, 1, fault_mix_up, PREFIX_FOR_REDUCE},
    {"only the first item has the result", FOLD | BROADCAST | TRUTH, ANY_OP, ANY_TYPE, 1,
     fault_mix_up, FIRST_ONLY},
    {"scans start again at 8", SCAN, ANY_OP, ANY_TYPE, 9, fault_restart, 8},
    {"scans start again at 16", SCAN, ANY_OP, ANY_TYPE, 17, fault_restart, 16},
    {"scans start again at 32", SCAN, ANY_OP, ANY_TYPE, 33, fault_restart, 32},
    {"scans start again at 64", SCAN, ANY_OP, ANY_TYPE, 65, fault_restart, 64},
    {"the first work-group alone is right", FOLD | TRUTH, ANY_OP, ANY_TYPE, 1, fault_by_group, 0},
    {"always the first item's value", BROADCAST, ANY_OP, ANY_TYPE, 1, fault_root, FIRST_ROOT},
    {"always the last item's value", BROADCAST, ANY_OP, ANY_TYPE, 1, fault_root, LAST_ROOT},
    {"the next item's value", BROADCAST, ANY_OP, ANY_TYPE, 1, fault_root, NEXT_ROOT},
    {"the root's low five bits", BROADCAST, ANY_OP, ANY_TYPE, 33, fault_root, LOW_5_BITS},
    {"truth in the low bit", TRUTH, ANY_OP, S32, 1, fault_truth, LOW_BIT},
    {"truth in the low byte", TRUTH, ANY_OP, S32, 1, fault_truth, LOW_BYTE},
    {"truth in the low half", TRUTH, ANY_OP, S32, 1, fault_truth, LOW_HALF},
    {"only positive is true", TRUTH, ANY_OP, S32, 1, fault_truth, POSITIVE},
    {"only negative is true", TRUTH, ANY_OP, S32, 1, fault_truth, NEGATIVE},
    {"only 1 is true", TRUTH, ANY_OP, S32, 1, fault_truth, IS_ONE},
    {"bitwise and", TRUTH, ALL | LOGICAL_AND, S32, 1, fault_combine, BITWISE_AND},
    {"product", TRUTH, ALL | LOGICAL_AND, S32, 1, fault_combine, PRODUCT},
    {"minimum", TRUTH, ALL | LOGICAL_AND, S32, 1, fault_combine, LEAST},
    {"maximum", TRUTH, ANY | LOGICAL_OR, S32, 1, fault_combine, MOST},
    {"sum", TRUTH, ANY | LOGICAL_OR, S32, 1, fault_combine, SUM},
    {"bitwise exclusive or", TRUTH, ANY | LOGICAL_OR | LOGICAL_XOR, S32, 1, fault_combine,
     BITWISE_XOR},
    {"never true", TRUTH, ANY_OP, S32, 1, fault_combine, NEVER},
    {"always true", TRUTH, ANY_OP, S32, 1, fault_combine, ALWAYS},
    {"inverted", TRUTH, ANY_OP, S32, 1, fault_combine, INVERTED},
    {"initial value ignored", INIT, ANY_OP, ANY_TYPE, 1, fault_init, NO_INIT},
    {"initial value taken twice", INIT, ADD, ANY_TYPE, 1, fault_init, INIT_TWICE},
    {"initial value in every item", INIT, ADD, ANY_TYPE, 2, fault_init, INIT_IN_EACH},
    {"initial value not in item 0", INIT, ANY_OP, ANY_TYPE, 1, fault_init, INIT_LATE},
};

/* Functions under test: kinds of each domain. */
static const struct {
    enum wgc_kind kind;
    int domains;
} kinds[] = {
    {WGC_KIND_ALL, TRUTH},
    {WGC_KIND_ANY, TRUTH},
    {WGC_KIND_BROADCAST, BROADCAST},
    {WGC_KIND_REDUCE, FOLD},
    {WGC_KIND_SCAN_EXCLUSIVE, FOLD | SCAN},
    {WGC_KIND_SCAN_INCLUSIVE, FOLD | SCAN},
    {WGC_KIND_REDUCE_INIT, INIT},
    {WGC_KIND_SCAN_EXCLUSIVE_INIT, INIT},
    {WGC_KIND_SCAN_INCLUSIVE_INIT, INIT},
};

static bool exists(const struct wgc_signature *signature)
{
    const enum wgc_kind kind = signature->kind;
    const enum wgc_op op = signature->op;
    const bool real = wgc_type_info(signature->type)->value_class == WGC_FLOAT;
    if ((op == WGC_OP_NONE) != (kind < WGC_KIND_REDUCE)) {
        return false;
    }
    if (kind >= WGC_KIND_REDUCE_INIT) {
        return signature->scope == WGC_SCOPE_SUB_GROUP && op <= WGC_OP_max;
    }
    if (wgc_is_truth(kind, op)) {
        return signature->type == WGC_TYPE_int;
    }
    return !real || op < WGC_OP_and || op == WGC_OP_NONE;
}

static bool concerns(size_t fault, const struct wgc_signature *signature, size_t items)
{
    const enum wgc_op op = signature->op;
    const bool all = signature->kind == WGC_KIND_ALL, any = signature->kind == WGC_KIND_ANY;
    int domains = 0;
    const int bit = all ? ALL : any ? ANY : op == WGC_OP_NONE ? NO_OP : 1 << op;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        domains |= kinds[k].kind == signature->kind ? kinds[k].domains : 0;
    }
    if (wgc_is_logical(op)) {
        domains = TRUTH | (domains & SCAN);
    }
    return (faults[fault].domains & domains) != 0 && items >= faults[fault].least &&
           (faults[fault].types & 1 << signature->type) != 0 &&
           (faults[fault].ops == ANY_OP || (faults[fault].ops & bit) != 0);
}

/* Runs a device on a function; returns 1, with a line of output, if it passes. */
static size_t try(const struct fake_device *device, const struct wgc_trial_spec *spec,
                  const char *name, struct wgc_trial_cache *cache)
{
    const struct wgc_signature *signature = spec->signature;
    char text[512];
    if (!fake_passes(device, spec, cache, text)) {
        return 0;
    }
    print_error("not found over %zu items%s: %s, in %s %s of %s\n", spec->local_size[0],
                signature->scope == WGC_SCOPE_SUB_GROUP ? " in sub-groups" : "", name,
                wgc_kind_name(signature->kind),
                signature->op == WGC_OP_NONE ? "" : wgc_op_info(signature->op)->name,
                wgc_type_info(signature->type)->name);
    return 1;
}

enum { SUB_GROUP_SIZE = 13 };

static size_t try_all(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache)
{
    const bool sub_groups = spec->signature->scope == WGC_SCOPE_SUB_GROUP;
    const size_t items = sub_groups ? SUB_GROUP_SIZE : spec->local_size[0];
    size_t missed = 0;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fake_device device = {
            .function = faults[i].function,
            .context = &faults[i].parameter,
            .sub_group_size = SUB_GROUP_SIZE,
            .scattered = i % 2 == 1,
        };
        if (concerns(i, spec->signature, items)) {
            missed += try(&device, spec, faults[i].name, cache);
        }
    }
    if (sub_groups) {
        const struct fake_device across = {.sub_group_size = SUB_GROUP_SIZE, .across = true};
        missed += try(&across, spec, "works on the whole work-group", cache);
    }
    return missed;
}

/* Every function of a scope over so many items, of the types from first to last. */
static size_t measure(enum wgc_scope scope, size_t items, enum wgc_profile profile,
                      enum wgc_type first, enum wgc_type last)
{
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL);
    struct wgc_trial_cache *cache = wgc_trial_cache_create(1 << 22);
    size_t missed = 0, functions = 0;
    assert_non_null(cache);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (enum wgc_op op = 0; op <= WGC_OP_NONE; op++) {
            for (enum wgc_type type = first; type <= last; type++) {
                const struct wgc_signature signature =
                    fake_signature(scope, kinds[k].kind, op, type);
                struct wgc_trial_spec spec = fake_spec(&signature, &form, items);
                spec.profile = profile;
                spec.sub_group_hint = SUB_GROUP_SIZE;
                if (exists(&signature) && is_in_portion(functions++)) {
                    missed += try_all(&spec, cache);
                }
            }
        }
    }
    wgc_trial_cache_free(cache);
    return missed;
}

TEST(every_fault_is_found)
{
    const size_t missed =
        measure(WGC_SCOPE_WORK_GROUP, 67, WGC_PROFILE_QUICK, WGC_TYPE_int, WGC_TYPE_double) +
        measure(WGC_SCOPE_WORK_GROUP, 259, WGC_PROFILE_QUICK, WGC_TYPE_int, WGC_TYPE_double) +
        measure(WGC_SCOPE_WORK_GROUP, 1029, WGC_PROFILE_FULL, WGC_TYPE_int, WGC_TYPE_int);
    assert_int_equal(missed, 0);
}

TEST(every_fault_of_sub_groups_is_found)
{
    assert_int_equal(measure(WGC_SCOPE_SUB_GROUP, SUB_GROUP_SIZE * 4 + 3, WGC_PROFILE_QUICK,
                             WGC_TYPE_int, WGC_TYPE_double),
                     0);
}

/* The results of the call before, of the same work-group in the round before or of the work-group
 * before, which a wrong device gives again. */
struct memory {
    bool by_group;
    size_t groups, bytes; /* of one group */
    unsigned char *results;
    bool *known;
};

static void stale(const struct fake_group *group, const void *context)
{
    const struct memory *memory = context;
    const size_t bytes = group->n * wgc_type_info(group->call.type)->bytes;
    const size_t at = memory->by_group ? group->group : 0;
    unsigned char *kept = memory->results + at * memory->bytes;
    unsigned char *now = fake_memory(1, bytes);
    fault_right_of(group, group->x);
    memcpy(now, group->result, bytes);
    if (memory->known[at]) {
        memcpy(group->result, kept, bytes);
    }
    memcpy(kept, now, bytes);
    memory->known[at] = true;
    free(now);
}

static void try_stale(const struct wgc_trial_spec *spec, bool by_group,
                      struct wgc_trial_cache *cache)
{
    enum { MOST_GROUPS = 600 };
    struct memory memory = {by_group, MOST_GROUPS, spec->local_size[0] * sizeof(double), NULL,
                            NULL};
    memory.results = fake_memory(memory.groups, memory.bytes);
    memory.known = fake_memory(memory.groups, sizeof *memory.known);
    const struct fake_device device = {.function = stale, .context = &memory};
    const char *name = by_group ? "results of the round before" : "results of the group before";
    assert_int_equal(try(&device, spec, name, cache), 0);
    free(memory.results);
    free(memory.known);
}

TEST(stale_results_are_found)
{
    static const enum wgc_slot slots[] = {WGC_SLOT_CALL, WGC_SLOT_CALL, WGC_SLOT_CALL};
    static const size_t sizes[] = {1, 2, 7, 64};
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 3, slots);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
        assert_non_null(cache);
        for (enum wgc_op op = 0; op <= WGC_OP_NONE; op++) {
            const struct wgc_signature signature =
                fake_signature(WGC_SCOPE_WORK_GROUP, kinds[k].kind, op, WGC_TYPE_int);
            for (size_t s = 0; exists(&signature) && s < sizeof sizes / sizeof *sizes; s++) {
                const struct wgc_trial_spec spec = fake_spec(&signature, &form, sizes[s]);
                const bool constant = kinds[k].kind == WGC_KIND_SCAN_EXCLUSIVE && sizes[s] == 1;
                if (!constant) { /* the exclusive scan of one item is the identity */
                    try_stale(&spec, false, cache);
                    try_stale(&spec, true, cache);
                }
            }
        }
        wgc_trial_cache_free(cache);
    }
}
