#include "patterns/fill.h"

#include "base/row.h"

/* The sets of suite/patterns.def, as bits. */
enum {
    PREDICATE = WGC_DATA_PREDICATE,
    LOGICAL = WGC_DATA_LOGICAL,
    BROADCAST = WGC_DATA_BROADCAST,
    ADD = WGC_DATA_ADD,
    MIN = WGC_DATA_MIN,
    MAX = WGC_DATA_MAX,
    MUL = WGC_DATA_MUL,
    BITWISE = WGC_DATA_BITWISE,
    EQUALITY = WGC_DATA_EQUALITY,
    BALLOT = WGC_DATA_BALLOT,
    SINT = 1,
    UINT = 2,
    FLOAT = 4,
    WIDE = 8
};
enum { EXACT, ROUNDING };
enum { NUMBERS, NAN_AMONG };
/* The first three are bits of CL_DEVICE_*_FP_CONFIG. */
enum { NOTHING = 0, DENORM = 1, INF_NAN = 2, NEAREST = 4, SKIPS_NAN = 8 };
enum { EACH = 0 };

static const struct {
    const char *name;
    unsigned ops, classes;
    int mode;
    unsigned needs;
    size_t count;
    int data;
} rows[WGC_PATTERN_COUNT] = {
#define WGC_PATTERN(id, ops, classes, mode, needs, count, data, why)                               \
    {#id, ops, classes, mode, needs, count, data},
#include "suite/patterns.def"
#undef WGC_PATTERN
};

const char *wgc_pattern_name(enum wgc_pattern pattern)
{
    return rows[pattern].name;
}

unsigned wgc_pattern_fp_config(const char *name)
{
    const int row = wgc_row_by_name(&rows[0].name, sizeof rows[0], WGC_PATTERN_COUNT, name);

    return row < 0 ? 0 : rows[row].needs & (DENORM | INF_NAN | NEAREST);
}

bool wgc_pattern_has_nan(const char *name)
{
    const int row = wgc_row_by_name(&rows[0].name, sizeof rows[0], WGC_PATTERN_COUNT, name);

    return row >= 0 && rows[row].data == NAN_AMONG;
}

bool wgc_pattern_rounds(enum wgc_pattern pattern)
{
    return rows[pattern].mode == ROUNDING;
}

static unsigned set_of_type(enum wgc_type type)
{
    const struct wgc_type_info *info = wgc_type_info(type);
    const unsigned wide = info->bytes == 8 ? WIDE : 0;
    switch (info->value_class) {
    case WGC_SINT:
        return SINT | wide;
    case WGC_UINT:
        return UINT | wide;
    case WGC_FLOAT:
        break;
    }
    return FLOAT;
}

struct wgc_fill wgc_fill_for(const struct wgc_pattern_target *target)
{
    const struct wgc_type_info *info = wgc_type_info(target->call.type);
    struct wgc_fill f = {.call = target->call, .total = target->items, .fp = target->fp};
    f.is_float = info->value_class == WGC_FLOAT;
    f.is_signed = info->value_class == WGC_SINT;
    f.has_init = wgc_has_init(target->call.kind);
    f.bits = (unsigned)info->bytes * 8;
    f.significand = (int)info->significand;
    if (f.is_float) { /* the exponent has the bits that are neither significand nor sign */
        f.max_exponent = (1 << (f.bits - info->significand - 1)) - 1;
    }
    f.stride = 1;
    f.chunks = (target->items + target->chunk - 1) / target->chunk;
    return f;
}

/* The features that the patterns may rely on. */
static unsigned offers_of(const struct wgc_pattern_target *target)
{
    return (target->fp.inf_nan ? INF_NAN : 0u) | (target->fp.denormals ? DENORM : 0u) |
           (target->fp.round_to_nearest ? NEAREST : 0u) | (target->skips_nan ? SKIPS_NAN : 0u);
}

/* Some patterns need room in the sum, or are exact only without an initial value. */
static bool is_possible(enum wgc_pattern pattern, const struct wgc_pattern_target *target)
{
    if (wgc_type_info(target->call.type)->value_class != WGC_FLOAT) {
        return true;
    }
    if ((rows[pattern].needs & ~offers_of(target)) != 0) {
        return false;
    }
    struct wgc_fill f = wgc_fill_for(target);
    f.items = f.total;
    const bool product = target->call.op == WGC_OP_mul;
    switch (pattern) {
    case WGC_PATTERN_ascending:
    case WGC_PATTERN_descending:
        return !product &&
               (target->call.op != WGC_OP_add || wgc_sum_budget(&f) >= (int64_t)f.total);
    case WGC_PATTERN_equal:
        return target->call.op != WGC_OP_add || wgc_sum_budget(&f) >= (int64_t)f.total;
    case WGC_PATTERN_extreme:
        return target->call.op != WGC_OP_add || !f.has_init;
    default:
        return true;
    }
}

bool wgc_pattern_is_positional(enum wgc_pattern pattern, const struct wgc_pattern_target *target)
{
    const enum wgc_kind kind = target->call.kind;
    const enum wgc_op op = target->call.op;
    const bool scan = kind == WGC_KIND_SCAN_EXCLUSIVE || kind == WGC_KIND_SCAN_INCLUSIVE;
    if (rows[pattern].count != EACH || (op != WGC_OP_NONE && wgc_op_info(op)->counts_every)) {
        return false;
    }
    switch (pattern) {
    case WGC_PATTERN_all_true:
    case WGC_PATTERN_all_false:
    case WGC_PATTERN_infinity: /* half of them decide nothing */
        return false;
    case WGC_PATTERN_one_false:
        return wgc_is_conjunction(kind, op);
    case WGC_PATTERN_one_true:
        return kind == WGC_KIND_ANY || op == WGC_OP_logical_or;
    case WGC_PATTERN_half_true:
        return scan;
    default:
        return true;
    }
}

size_t wgc_pattern_variants(enum wgc_pattern pattern, const struct wgc_pattern_target *target)
{
    enum { LEAST_EACH = 4, SOME = 12 }; /* a group of one item still gets several values */
    size_t each = target->chunk < LEAST_EACH ? LEAST_EACH : target->chunk;
    if ((rows[pattern].ops & wgc_data_of(target->call.kind, target->call.op)) == 0 ||
        (rows[pattern].classes & set_of_type(target->call.type)) == 0 ||
        !is_possible(pattern, target)) {
        return 0;
    }
    if (rows[pattern].count != EACH) {
        return rows[pattern].count;
    }
    if (!wgc_pattern_is_positional(pattern, target) && each > SOME) {
        each = SOME;
    }
    return each;
}

size_t wgc_patterns_count(const struct wgc_pattern_target *target)
{
    size_t count = 0;
    for (enum wgc_pattern i = 0; i < WGC_PATTERN_COUNT; i++) {
        count += wgc_pattern_variants(i, target);
    }
    return count;
}

bool wgc_patterns_equal(const struct wgc_pattern_target *a, const struct wgc_pattern_target *b)
{
    bool equal = a->call.op == b->call.op && a->call.type == b->call.type &&
                 wgc_data_of(a->call.kind, a->call.op) == wgc_data_of(b->call.kind, b->call.op) &&
                 a->items == b->items && a->chunk == b->chunk && a->roots == b->roots &&
                 wgc_fp_traits_equal(&a->fp, &b->fp) && a->skips_nan == b->skips_nan;
    for (enum wgc_pattern i = 0; equal && i < WGC_PATTERN_COUNT; i++) {
        const size_t variants = wgc_pattern_variants(i, a);
        equal =
            wgc_pattern_variants(i, b) == variants &&
            (variants == 0 || wgc_pattern_is_positional(i, a) == wgc_pattern_is_positional(i, b));
    }
    return equal;
}
