#include "patterns/patterns.h"

#include <stdlib.h>

#include "patterns/fill.h"

/* The properties of one pattern, the same for all instances. */
struct pattern {
    size_t variants, used;
    uint64_t stream; /* of random numbers */
    bool positional;
    size_t number; /* among the positional ones */
};

struct wgc_patterns {
    struct wgc_pattern_target target;
    struct wgc_fill fill;
    uint64_t seed;
    size_t *order,
        *roots;         /* the positions in a chunk and the roots of broadcasts, in order of use */
    size_t count, used; /* instances */
    struct pattern each[WGC_PATTERN_COUNT];
    size_t positional;        /* the number of positional patterns */
    enum wgc_pattern pattern; /* the current one */
    size_t turn, turns;       /* its instances so far, and in all, in this round */
    size_t round;
};

/* By name: a new row in the table does not change the data of other patterns. */
static uint64_t stream_of(enum wgc_pattern pattern)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *c = wgc_pattern_name(pattern); *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    }
    return hash;
}

/* Done once: a target has thousands of rows. */
static void describe_patterns(struct wgc_patterns *patterns)
{
    const struct wgc_pattern_target *target = &patterns->target;
    for (enum wgc_pattern i = 0; i < WGC_PATTERN_COUNT; i++) {
        struct pattern *each = &patterns->each[i];
        each->variants = wgc_pattern_variants(i, target);
        each->stream = stream_of(i);
        each->positional = wgc_pattern_is_positional(i, target);
        each->number = patterns->positional;
        patterns->positional += each->positional && each->variants > 0;
        patterns->count += each->variants;
    }
    patterns->fill = wgc_fill_for(target);
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
    describe_patterns(patterns);
    patterns->turns = patterns->each[patterns->pattern].variants > 0;
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

/* In the first round each pattern gives one instance; in later rounds positional ones give more. */
static void next_pattern(struct wgc_patterns *patterns)
{
    enum { POSITIONAL_TURNS = 3 };
    patterns->pattern++;
    if (patterns->pattern == WGC_PATTERN_COUNT) {
        patterns->pattern = 0;
        patterns->round++;
    }
    const struct pattern *each = &patterns->each[patterns->pattern];
    const size_t left = each->variants - each->used;
    const bool more = patterns->round > 0 && each->positional;
    const size_t turns = more ? POSITIONAL_TURNS : 1;
    patterns->turn = 0;
    patterns->turns = turns < left ? turns : left;
}

struct wgc_pattern_instance wgc_patterns_next(struct wgc_patterns *patterns)
{
    struct wgc_pattern_instance instance = {0};
    instance.root = patterns->roots[patterns->used % patterns->target.roots];
    if (patterns->used >= patterns->count) {
        instance.pattern = WGC_PATTERN_random;
        instance.variant = patterns->used++;
        return instance;
    }
    patterns->used++;
    while (patterns->turn == patterns->turns) {
        next_pattern(patterns);
    }
    instance.pattern = patterns->pattern;
    instance.variant = patterns->each[instance.pattern].used++;
    patterns->turn++;
    return instance;
}

/*
 * The index of the variant's position in the order of use. The positional patterns take positions
 * in turn: a few variants of each cover many positions together, and in the end each covers all.
 */
static size_t place_of(const struct wgc_patterns *patterns,
                       const struct wgc_pattern_instance *instance)
{
    const struct pattern *each = &patterns->each[instance->pattern];
    if (!each->positional) {
        return instance->variant;
    }
    const size_t place = instance->variant * patterns->positional + each->number;
    return place + place / patterns->target.chunk; /* a shift when the order starts again */
}

static void fill_chunk(struct wgc_fill *f)
{
    switch (wgc_data_of(f->call.kind, f->call.op)) {
    case WGC_DATA_PREDICATE:
        (f->call.kind == WGC_KIND_BALLOT ? wgc_fill_votes : wgc_fill_truth)(f);
        break;
    case WGC_DATA_LOGICAL:
        wgc_fill_truth(f);
        break;
    case WGC_DATA_EQUALITY:
        wgc_fill_equality(f);
        break;
    case WGC_DATA_BALLOT:
        wgc_fill_ballots(f);
        break;
    case WGC_DATA_BROADCAST:
        wgc_fill_broadcast(f);
        break;
    case WGC_DATA_ADD:
        (f->is_float ? wgc_fill_real_sum : wgc_fill_integers)(f);
        break;
    case WGC_DATA_MUL:
        (f->is_float ? wgc_fill_real_product : wgc_fill_integers)(f);
        break;
    case WGC_DATA_BITWISE:
        wgc_fill_bits(f);
        break;
    case WGC_DATA_MIN:
    case WGC_DATA_MAX:
        (f->is_float ? wgc_fill_real_order : wgc_fill_integer_order)(f);
        break;
    case WGC_DATA_OPERATOR: /* is that of one of the others */
        break;
    }
}

void wgc_patterns_fill(const struct wgc_patterns *patterns,
                       const struct wgc_pattern_instance *instance, void *values, void *inits)
{
    const struct wgc_pattern_target *target = &patterns->target;
    const uint64_t stream = patterns->each[instance->pattern].stream;
    const struct wgc_random start = wgc_random_start(patterns->seed, stream, instance->variant);
    const bool is_broadcast = wgc_is_broadcast(target->call.kind);
    const size_t width = wgc_call_width(&target->call);
    const size_t place = place_of(patterns, instance);
    struct wgc_fill f = patterns->fill;
    f.pattern = instance->pattern;
    f.group_variant = instance->variant;
    for (size_t c = 0; c < f.chunks; c++) {
        const size_t first = c * target->chunk, left = target->items - first;
        f.chunk = c;
        f.items = left < target->chunk ? left : target->chunk;
        f.variant = instance->variant + c;
        f.position = patterns->order[(place + c) % target->chunk] % f.items;
        if (is_broadcast) { /* a component of the root, which is another work-item in each chunk */
            f.position = (instance->root + c * width) % f.items;
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
