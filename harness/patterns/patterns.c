#include "patterns/patterns.h"

#include <stdlib.h>

#include "patterns/fill.h"
#include "patterns/positions.h"

/* The sets of suite/patterns.def, as bits. */
enum {
    PREDICATE = 1,
    LOGICAL = 2,
    BROADCAST = 4,
    ADD = 8,
    MIN = 16,
    MAX = 32,
    MUL = 64,
    BITWISE = 128,
    SINT = 1,
    UINT = 2,
    FLOAT = 4,
    WIDE = 8
};
enum { EXACT, ROUNDING };
enum { EACH = 0 };

static const struct {
    const char *name;
    unsigned ops, classes;
    int mode;
    size_t count;
    const char *why;
} rows[WGC_PATTERN_COUNT] = {
#define WGC_PATTERN(id, ops, classes, mode, count, why) {#id, ops, classes, mode, count, why},
#include "suite/patterns.def"
#undef WGC_PATTERN
};

struct wgc_patterns {
    struct wgc_pattern_target target;
    uint64_t seed;
    size_t *order, *roots; /* the positions in a chunk, the roots of broadcasts, as they follow */
    size_t count, given;
    size_t taken[WGC_PATTERN_COUNT]; /* variants of each pattern so far */
    enum wgc_pattern pattern;        /* whose turn it is, */
    size_t turn, turns;              /* and how many of its turns are over, in this round */
    size_t round;
};

const char *wgc_pattern_name(enum wgc_pattern pattern)
{
    return rows[pattern].name;
}

const char *wgc_pattern_why(enum wgc_pattern pattern)
{
    return rows[pattern].why;
}

bool wgc_pattern_rounds(enum wgc_pattern pattern)
{
    return rows[pattern].mode == ROUNDING;
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

static unsigned set_of_call(const struct wgc_call *call)
{
    if (call->kind == WGC_KIND_ALL || call->kind == WGC_KIND_ANY) {
        return PREDICATE;
    }
    if (wgc_is_broadcast(call->kind) || call->kind == WGC_KIND_MAPPING) {
        return BROADCAST; /* distinct values are what mappings need too */
    }
    switch (call->op) {
    case WGC_OP_add:
        return ADD;
    case WGC_OP_min:
        return MIN;
    case WGC_OP_max:
        return MAX;
    case WGC_OP_mul:
        return MUL;
    case WGC_OP_and:
    case WGC_OP_or:
    case WGC_OP_xor:
        return BITWISE;
    default:
        return LOGICAL;
    }
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
    default:
        return FLOAT;
    }
}

static struct wgc_fill fill_for(const struct wgc_pattern_target *target)
{
    const struct wgc_type_info *info = wgc_type_info(target->call.type);
    struct wgc_fill f = {.call = target->call, .total = target->items};
    f.is_float = info->value_class == WGC_FLOAT;
    f.is_signed = info->value_class == WGC_SINT;
    f.has_init = wgc_has_init(target->call.kind);
    f.bits = (unsigned)info->bytes * 8;
    f.significand = (int)info->significand;
    if (f.is_float) { /* what the significand and the sign leave of the bits is the exponent's */
        f.max_exponent = (1 << (f.bits - info->significand - 1)) - 1;
    }
    f.chunks = (target->items + target->chunk - 1) / target->chunk;
    return f;
}

/* Some patterns need room in the sum, or are exact only without an initial value. */
static bool is_possible(enum wgc_pattern pattern, const struct wgc_pattern_target *target)
{
    if (wgc_type_info(target->call.type)->value_class != WGC_FLOAT) {
        return true;
    }
    struct wgc_fill f = fill_for(target);
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

/*
 * Whether each position has to have its turn. Where all items count, as in a sum, every pattern
 * shows an item that is dropped, and a few positions are enough.
 */
static bool is_positional(enum wgc_pattern pattern, const struct wgc_pattern_target *target)
{
    const enum wgc_kind kind = target->call.kind;
    const enum wgc_op op = target->call.op;
    const bool scan = kind == WGC_KIND_SCAN_EXCLUSIVE || kind == WGC_KIND_SCAN_INCLUSIVE;
    if (rows[pattern].count != EACH || op == WGC_OP_add || op == WGC_OP_mul || op == WGC_OP_xor ||
        op == WGC_OP_logical_xor) {
        return false;
    }
    switch (pattern) {
    case WGC_PATTERN_all_true:
    case WGC_PATTERN_all_false:
    case WGC_PATTERN_infinity: /* half of them decide nothing */
        return false;
    case WGC_PATTERN_one_false:
        return kind == WGC_KIND_ALL || op == WGC_OP_logical_and;
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
    if ((rows[pattern].ops & set_of_call(&target->call)) == 0 ||
        (rows[pattern].classes & set_of_type(target->call.type)) == 0 ||
        !is_possible(pattern, target)) {
        return 0;
    }
    if (rows[pattern].count != EACH) {
        return rows[pattern].count;
    }
    if (!is_positional(pattern, target) && each > SOME) {
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

struct wgc_patterns *wgc_patterns_create(const struct wgc_pattern_target *target, uint64_t seed)
{
    struct wgc_patterns *patterns = calloc(1, sizeof *patterns);
    if (patterns == NULL) {
        return NULL;
    }
    patterns->target = *target;
    patterns->seed = seed;
    patterns->order = wgc_positions(target->chunk, seed);
    patterns->roots = wgc_positions(target->roots, seed);
    patterns->count = wgc_patterns_count(target);
    patterns->turns = wgc_pattern_variants(patterns->pattern, target) > 0;
    if (patterns->order == NULL || patterns->roots == NULL) {
        wgc_patterns_free(patterns);
        return NULL;
    }
    return patterns;
}

void wgc_patterns_free(struct wgc_patterns *patterns)
{
    if (patterns != NULL) {
        free(patterns->order);
        free(patterns->roots);
        free(patterns);
    }
}

/* In the first round each pattern has one turn, in later ones more where positions matter. */
static void next_pattern(struct wgc_patterns *patterns)
{
    enum { TURNS_OF_POSITIONS = 3 };
    patterns->pattern++;
    if (patterns->pattern == WGC_PATTERN_COUNT) {
        patterns->pattern = 0;
        patterns->round++;
    }
    const struct wgc_pattern_target *target = &patterns->target;
    const size_t left =
        wgc_pattern_variants(patterns->pattern, target) - patterns->taken[patterns->pattern];
    const bool more = patterns->round > 0 && is_positional(patterns->pattern, target);
    const size_t turns = more ? TURNS_OF_POSITIONS : 1;
    patterns->turn = 0;
    patterns->turns = turns < left ? turns : left;
}

struct wgc_pattern_instance wgc_patterns_next(struct wgc_patterns *patterns)
{
    struct wgc_pattern_instance instance = {0};
    instance.root = patterns->roots[patterns->given % patterns->target.roots];
    if (patterns->given >= patterns->count) {
        instance.pattern = WGC_PATTERN_random;
        instance.variant = patterns->given++;
        return instance;
    }
    patterns->given++;
    while (patterns->turn == patterns->turns) {
        next_pattern(patterns);
    }
    instance.pattern = patterns->pattern;
    instance.variant = patterns->taken[instance.pattern]++;
    patterns->turn++;
    return instance;
}

/* By name, so that a new row in the table leaves the other patterns' data as it is. */
static uint64_t stream_of(enum wgc_pattern pattern)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *c = rows[pattern].name; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    }
    return hash;
}

/*
 * Where in the order of positions the variant is: the positional patterns share them, so that few
 * variants of each see many positions, and each of them sees all in the end.
 */
static size_t place_of(const struct wgc_patterns *patterns,
                       const struct wgc_pattern_instance *instance)
{
    const struct wgc_pattern_target *target = &patterns->target;
    size_t sharing = 0, number = 0;
    for (enum wgc_pattern i = 0; i < WGC_PATTERN_COUNT; i++) {
        number = i == instance->pattern ? sharing : number;
        sharing += is_positional(i, target) && wgc_pattern_variants(i, target) > 0;
    }
    if (!is_positional(instance->pattern, target)) {
        return instance->variant;
    }
    const size_t place = instance->variant * sharing + number;
    return place + place / target->chunk; /* another place when the order starts again */
}

static void fill_chunk(struct wgc_fill *f)
{
    switch (set_of_call(&f->call)) {
    case PREDICATE:
    case LOGICAL:
        wgc_fill_truth(f);
        break;
    case BROADCAST:
        wgc_fill_broadcast(f);
        break;
    case ADD:
        (f->is_float ? wgc_fill_real_sum : wgc_fill_integers)(f);
        break;
    case MUL:
        (f->is_float ? wgc_fill_real_product : wgc_fill_integers)(f);
        break;
    case BITWISE:
        wgc_fill_bits(f);
        break;
    default:
        (f->is_float ? wgc_fill_real_order : wgc_fill_integer_order)(f);
    }
}

void wgc_patterns_fill(const struct wgc_patterns *patterns,
                       const struct wgc_pattern_instance *instance, void *values, void *inits)
{
    const struct wgc_pattern_target *target = &patterns->target;
    const uint64_t stream = stream_of(instance->pattern);
    const struct wgc_random start = wgc_random_start(patterns->seed, stream, instance->variant);
    const bool is_broadcast = wgc_is_broadcast(target->call.kind);
    struct wgc_fill f = fill_for(target);
    f.pattern = instance->pattern;
    f.group_variant = instance->variant;
    for (size_t c = 0; c < f.chunks; c++) {
        const size_t first = c * target->chunk, left = target->items - first;
        f.chunk = c;
        f.items = left < target->chunk ? left : target->chunk;
        f.variant = instance->variant + c;
        f.position = patterns->order[(place_of(patterns, instance) + c) % target->chunk] % f.items;
        if (is_broadcast) {
            f.position = (instance->root + c) % f.items;
        }
        f.random = wgc_random_start(start.state, stream, c + 1);
        f.shared = start;
        f.out = (unsigned char *)values + first * (f.bits / 8);
        fill_chunk(&f);
    }
    if (inits != NULL) {
        f.random = wgc_random_start(start.state, stream, 0);
        f.out = inits;
        for (size_t s = 0; s < target->items; s++) {
            wgc_put_init(&f, s);
        }
    }
}
