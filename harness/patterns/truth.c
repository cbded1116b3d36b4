/* Patterns for predicates and logical operators: integers that are true or false. */
#include "patterns/fill.h"

/* True values that a narrower test takes for false. */
static uint64_t hidden_truth(const struct wgc_fill *f, size_t index)
{
    const uint64_t top = wgc_top_bit(f);
    static const uint64_t values[] = {
        0, 0x10000, 0x100,    ~(uint64_t)0, 2,    1,
        1, 0x8000,  0xff0000, 0x80000000,   0x80, ~(uint64_t)0xffff,
    };
    const size_t at = index % (sizeof values / sizeof values[0]);
    const uint64_t value = at % 6 == 0 ? top | values[at] : values[at];
    return (value & (top | (top - 1))) != 0 ? value : top;
}

static uint64_t random_truth(struct wgc_fill *f)
{
    return hidden_truth(f, (size_t)wgc_random_below(&f->random, 12));
}

static void all_true(struct wgc_fill *f)
{
    if (f->chunks > 1 && f->variant % 3 == 2) { /* so that neighbouring sub-groups differ */
        wgc_put_all(f, 0);
        return;
    }
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, f->group_variant % 3 == 2 ? random_truth(f) : hidden_truth(f, f->variant));
    }
}

static void all_false(struct wgc_fill *f)
{
    const bool is_true = f->chunks > 1 && f->variant % 3 == 2;
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, is_true ? random_truth(f) : 0);
    }
}

static void one_false(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, i == f->position ? 0 : random_truth(f));
    }
}

static void one_true(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, i == f->position ? hidden_truth(f, f->variant) : 0);
    }
}

static void cancelling(struct wgc_fill *f)
{
    const uint64_t top = wgc_top_bit(f);
    const uint64_t values[][2] = {
        {1, ~(uint64_t)0},                                            /* sum 0 */
        {1, 2},                                                       /* bitwise and 0 */
        {top, top},                                                   /* sum and product 0 */
        {(uint64_t)1 << (f->bits / 2), (uint64_t)1 << (f->bits / 2)}, /* product 0 */
        {top - 1, top + 1},
        {~(uint64_t)0, ~(uint64_t)0},
    };
    const uint64_t *pair = values[f->group_variant % (sizeof values / sizeof values[0])];
    for (size_t i = 0; i < f->items; i++) {
        const bool rest = i + 1 == f->items && f->items % 2 == 1 && f->items > 1;
        wgc_put(f, i, rest && f->call.kind != WGC_KIND_ALL ? 0 : pair[i % 2]);
    }
}

/* A scan of "and" ignores the items after the first false one, a scan of "or" those after the first
 * true one. */
static void half_true(struct wgc_fill *f)
{
    const bool true_first = f->call.op == WGC_OP_logical_and ||
                            (f->call.op != WGC_OP_logical_or && f->variant % 2 == 0);
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, (i < f->position) == true_first ? random_truth(f) : 0);
    }
}

static void random_truths(struct wgc_fill *f)
{
    for (size_t i = 0; i < f->items; i++) {
        wgc_put(f, i, wgc_coin(&f->random) ? random_truth(f) : 0);
    }
}

void wgc_fill_truth(struct wgc_fill *f)
{
    static wgc_filler *const rows[WGC_PATTERN_COUNT] = {
        [WGC_PATTERN_all_true] = all_true,     [WGC_PATTERN_all_false] = all_false,
        [WGC_PATTERN_one_false] = one_false,   [WGC_PATTERN_one_true] = one_true,
        [WGC_PATTERN_cancelling] = cancelling, [WGC_PATTERN_half_true] = half_true,
    };
    wgc_fill_by(rows, random_truths, f);
}
