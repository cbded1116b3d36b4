/* Who calls together: every split of the classes explains its results, nothing that joins two. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "oracle/classes.h"
#include "oracle/real.h"
#include "oracle/values.h"
#include "patterns/random.h"
#include "patterns/reveal.h"
#include "tests/unit/test.h"

enum { MOST = 70, CLASSES = 3, NOWHERE = CLASSES, VALUE_BYTES = 16 };

/* A sub-group: what its work-items pass, their classes, the parts in which they call. */
struct sub_group {
    struct wgc_call call;
    size_t n;
    uint32_t class_of[MOST], part_of[MOST], argument[MOST];
    unsigned char x[MOST * VALUE_BYTES], results[MOST * VALUE_BYTES];
};

static bool is_right(const void *context, const void *expected, const void *actual)
{
    struct wgc_expectation expects = *(const struct wgc_expectation *)context;
    expects.expected = expected;
    return wgc_judge_group(&expects, actual, NULL, 1, NULL) == 0;
}

static bool is_right_ballot(const void *context, const void *expected, const void *actual)
{
    (void)context;
    return memcmp(expected, actual, VALUE_BYTES) == 0;
}

static enum wgc_explained explain(const struct sub_group *in)
{
    struct wgc_expectation expects = {
        .mode = wgc_judge_mode(&in->call, false), .type = in->call.type, .fp = wgc_fp_ieee};
    const struct wgc_classes classes = {
        in->n,        128,   in->class_of,
        in->argument, false, in->call.width > 1 ? is_right_ballot : is_right,
        &expects};
    enum wgc_explained explained;
    struct wgc_err err = {0};
    assert_int_equal(wgc_oracle_explain(&in->call, &classes, in->x, in->results, &explained, &err),
                     WGC_OK);
    return explained;
}

/* The results of the work-items of one part, each of a reduction or scan of what is active. */
static void fold(struct sub_group *in, const bool *active, size_t from, size_t to)
{
    const size_t bytes = wgc_call_bytes(&in->call);
    struct wgc_call call = in->call;
    unsigned char x[MOST * VALUE_BYTES], results[MOST * VALUE_BYTES];
    size_t count = 0;
    for (size_t i = from; i < to && i < in->n; i++) {
        if (active[i]) {
            memcpy(x + count++ * bytes, in->x + i * bytes, bytes);
        }
    }
    call.kind = call.kind == WGC_KIND_CLUSTERED_REDUCE ? WGC_KIND_REDUCE : call.kind;
    if (count > 0) {
        wgc_oracle_exact(&call, x, count, NULL, 0, results);
    }
    count = 0;
    for (size_t i = from; i < to && i < in->n; i++) {
        if (active[i]) {
            memcpy(in->results + i * bytes, results + count++ * bytes, bytes);
        }
    }
}

/* Lets the work-items of each part call; what is undefined becomes noise. */
static void call_in_parts(struct sub_group *in)
{
    const size_t bytes = wgc_call_bytes(&in->call);
    const size_t step = in->call.kind == WGC_KIND_CLUSTERED_REDUCE ? in->call.cluster : in->n;
    unsigned char results[MOST * VALUE_BYTES];
    bool active[MOST], defined[MOST];
    memset(in->results, 0xc7, sizeof in->results);
    for (uint32_t part = 0; part < MOST; part++) {
        const struct wgc_lanes lanes = {in->n, 128, active, in->argument, false};
        bool any = false;
        for (size_t i = 0; i < in->n; i++) {
            active[i] = in->part_of[i] == part;
            any = any || active[i];
        }
        if (any && wgc_uses_local_ids(in->call.kind)) {
            wgc_oracle_lanes(&in->call, &lanes, in->x, results, defined);
            for (size_t i = 0; i < in->n; i++) {
                if (defined[i]) {
                    memcpy(in->results + i * bytes, results + i * bytes, bytes);
                }
            }
        }
        for (size_t from = 0; any && !wgc_uses_local_ids(in->call.kind) && from < in->n;
             from += step) {
            fold(in, active, from, from + step);
        }
    }
}

static uint32_t below(struct wgc_random *random, uint32_t limit)
{
    return (uint32_t)(wgc_random_next(random) >> 16) % limit;
}

/* Classes, some work-items nowhere, and parts of the classes. */
static void choose_parts(struct sub_group *in, struct wgc_random *random)
{
    const uint32_t parts = 1 + below(random, 4);
    for (size_t i = 0; i < in->n; i++) {
        const uint32_t which = below(random, CLASSES + 1);
        in->class_of[i] = which == NOWHERE ? WGC_NO_CLASS : which;
        in->part_of[i] = which == NOWHERE ? MOST : which * 4 + below(random, parts);
        in->argument[i] = (uint32_t)i;
    }
}

/* The call that is shown, and its operands by local id. */
typedef void fill_fn(struct sub_group *in, size_t turn);

static void reveal(struct sub_group *in, size_t turn)
{
    for (size_t i = 0; i < in->n; i++) {
        wgc_fill_reveal(&in->call, turn, i, in->n, in->x + i * wgc_call_bytes(&in->call));
    }
}

/* Small numbers, of which many sets make the same. */
static void noise(struct sub_group *in, size_t turn)
{
    const size_t bytes = wgc_call_bytes(&in->call);
    struct wgc_random random = wgc_random_start(turn, 3, 4);
    memset(in->x, 0, sizeof in->x);
    for (size_t i = 0; i < in->n; i++) {
        const uint32_t value = below(&random, 4);
        if (wgc_type_info(in->call.type)->value_class == WGC_FLOAT) {
            wgc_real_store(in->call.type, (double)value, in->x, i);
        } else {
            wgc_value_store(value, bytes, in->x + i * bytes);
        }
    }
}

static const enum wgc_kind folds[] = {WGC_KIND_REDUCE, WGC_KIND_SCAN_INCLUSIVE,
                                      WGC_KIND_SCAN_EXCLUSIVE, WGC_KIND_CLUSTERED_REDUCE};
static const enum wgc_type types[] = {WGC_TYPE_char,  WGC_TYPE_ushort, WGC_TYPE_int,
                                      WGC_TYPE_ulong, WGC_TYPE_half,   WGC_TYPE_float,
                                      WGC_TYPE_double};

static bool exists(enum wgc_op op, enum wgc_type type)
{
    const bool bitwise = op == WGC_OP_and || op == WGC_OP_or || op == WGC_OP_xor;
    const bool real = wgc_type_info(type)->value_class == WGC_FLOAT;
    return wgc_is_logical(op) ? type == WGC_TYPE_int : !(bitwise && real);
}

/* Calls visit with each reduction and scan, of each operator and type. */
static void for_each_fold(void (*visit)(struct sub_group *in, size_t turn))
{
    static struct sub_group in;
    size_t turn = 0;
    for (size_t k = 0; k < sizeof folds / sizeof *folds; k++) {
        for (int op = 0; op < WGC_OP_COUNT; op++) {
            for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
                for (int round = 0; round < 12; round++) {
                    in.call = (struct wgc_call){folds[k], (enum wgc_op)op, types[t], 8, 1};
                    in.n = (const size_t[]){1, 3, 8, 13, 32, MOST}[turn++ % 6];
                    if (op != WGC_OP_NONE && exists((enum wgc_op)op, types[t])) {
                        visit(&in, turn);
                    }
                }
            }
        }
    }
}

static void split_and_call(struct sub_group *in, size_t turn, fill_fn *fill)
{
    struct wgc_random random = wgc_random_start(turn, 1, 2);
    choose_parts(in, &random);
    fill(in, turn);
    call_in_parts(in);
}

static void assert_explained(const struct sub_group *in, const char *what)
{
    if (explain(in) != WGC_EXPLAINED) {
        fail_msg("%s: %s %s of %s, %zu work-items: a split of the classes is refused", what,
                 wgc_kind_name(in->call.kind),
                 in->call.op == WGC_OP_NONE ? "" : wgc_op_info(in->call.op)->name,
                 wgc_type_info(in->call.type)->name, in->n);
    }
}

static void check_split(struct sub_group *in, size_t turn)
{
    split_and_call(in, turn, wgc_reveals(&in->call) ? reveal : noise);
    assert_explained(in, "distinct operands");
}

static void check_noise(struct sub_group *in, size_t turn)
{
    split_and_call(in, turn, noise);
    if (explain(in) == WGC_CONTRADICTED) {
        assert_explained(in, "small numbers");
    }
}

TEST(each_split_explains_its_results)
{
    for_each_fold(check_split);
    for_each_fold(check_noise);
}

/* The work-items with operands that name them, of all classes. */
static bool is_named(const struct sub_group *in, size_t i)
{
    const size_t bytes = wgc_call_bytes(&in->call);
    unsigned char identity[VALUE_BYTES];
    wgc_oracle_identity(in->call.op, in->call.type, identity);
    return memcmp(in->x + i * bytes, identity, bytes) != 0;
}

/* Joins two classes: their work-items are one part. Whether a named one of either is in it. */
static bool join(struct sub_group *in)
{
    bool first = false, second = false;
    size_t from = 0;
    for (size_t i = 0; i < in->n; i++) {
        const bool a = in->class_of[i] == 0, b = in->class_of[i] == 1;
        in->part_of[i] = a || b ? 0 : in->part_of[i];
        if (in->call.kind == WGC_KIND_CLUSTERED_REDUCE && i / 8 != from) { /* in one cluster */
            from = i / 8;
            first = second = false;
        }
        first = first || (a && is_named(in, i));
        second = second || (b && is_named(in, i));
        if (first && second) {
            return true;
        }
    }
    return false;
}

static size_t refused, joined;

static void check_join(struct sub_group *in, size_t turn)
{
    split_and_call(in, turn, reveal);
    if (!wgc_reveals(&in->call) || !join(in)) {
        return;
    }
    for (size_t i = 0; i < in->n; i++) {
        in->part_of[i] = in->class_of[i] < 2 ? 0 : in->part_of[i];
    }
    call_in_parts(in);
    joined++;
    refused += explain(in) == WGC_CONTRADICTED;
    if (in->call.kind == WGC_KIND_SCAN_EXCLUSIVE) { /* the last may see nothing of the others */
        return;
    }
    if (explain(in) != WGC_CONTRADICTED) {
        fail_msg("%s %s of %s, %zu work-items: joined classes pass", wgc_kind_name(in->call.kind),
                 wgc_op_info(in->call.op)->name, wgc_type_info(in->call.type)->name, in->n);
    }
}

TEST(joined_classes_are_refused)
{
    for_each_fold(check_join);
    assert_true(joined > 300 && refused * 100 > joined * 97);
}

/* One more work-item's value: of one that has returned, or of another round. */
static void check_stranger(struct sub_group *in, size_t turn)
{
    struct sub_group other;
    split_and_call(in, turn, reveal);
    for (size_t i = 0; i < in->n; i++) {
        in->class_of[i] = in->part_of[i] = 0;
    }
    if (!wgc_reveals(&in->call) || in->n < 3 || !is_named(in, 1)) {
        return;
    }
    call_in_parts(in);
    other = *in;
    other.class_of[1] = WGC_NO_CLASS; /* it has returned, and is still in the sum */
    assert_int_equal(explain(&other), WGC_CONTRADICTED);
    other = *in;
    reveal(&other, turn + 1); /* the results are of another round */
    assert_int_equal(explain(&other), WGC_CONTRADICTED);
}

TEST(values_of_strangers_are_refused)
{
    for_each_fold(check_stranger);
}

/* -- functions without an operator, by hand: classes 0 0 1 1 and one work-item that is nowhere --
 */

enum { N = 5 };
static const uint32_t class_of[N] = {0, 0, 1, 1, WGC_NO_CLASS};

static enum wgc_explained of_ints(enum wgc_kind kind, const int32_t x[N], const uint32_t *argument,
                                  const int32_t results[N])
{
    struct sub_group in = {.call = {kind, WGC_OP_NONE, WGC_TYPE_int, 4, 1}, .n = N};
    for (size_t i = 0; i < N; i++) {
        in.class_of[i] = class_of[i];
        in.argument[i] = argument == NULL ? 0 : argument[i];
    }
    memcpy(in.x, x, N * sizeof *x);
    memcpy(in.results, results, N * sizeof *results);
    return explain(&in);
}

#define INTS(...) ((const int32_t[N]){__VA_ARGS__})
#define PASSES(kind, x, argument, ...)                                                             \
    assert_int_equal(of_ints(kind, x, argument, INTS(__VA_ARGS__)), WGC_EXPLAINED)
#define FAILS(kind, x, argument, ...)                                                              \
    assert_int_equal(of_ints(kind, x, argument, INTS(__VA_ARGS__)), WGC_CONTRADICTED)

TEST(votes)
{
    const int32_t *mixed = INTS(1, 0, 1, 1, 0), *single = INTS(0, 0, 0, 7, 7);
    PASSES(WGC_KIND_ALL, mixed, NULL, 0, 0, 1, 9, 0);
    PASSES(WGC_KIND_ALL, mixed, NULL, 1, 0, 1, 1, 0); /* split */
    FAILS(WGC_KIND_ALL, mixed, NULL, 0, 1, 1, 1, 0);  /* its own value is false */
    FAILS(WGC_KIND_ALL, mixed, NULL, 0, 0, 0, 0, 0);  /* joined, or with the one that is nowhere */
    PASSES(WGC_KIND_ANY, single, NULL, 0, 0, 1, 1, 1);
    PASSES(WGC_KIND_ANY, single, NULL, 0, 0, 0, 1, 1); /* split */
    FAILS(WGC_KIND_ANY, single, NULL, 1, 1, 1, 1, 1);  /* joined */
    FAILS(WGC_KIND_ANY, single, NULL, 0, 0, 1, 0, 1);  /* its own value is true */
    PASSES(WGC_KIND_ELECT, mixed, NULL, 1, 0, 1, 0, 0);
    PASSES(WGC_KIND_ELECT, mixed, NULL, 1, 1, 1, 1, 0);
    FAILS(WGC_KIND_ELECT, mixed, NULL, 1, 0, 0, 0, 0); /* joined: one for both classes */
    FAILS(WGC_KIND_ELECT, mixed, NULL, 0, 1, 1, 0, 0); /* not the first */
    PASSES(WGC_KIND_ALL_EQUAL, mixed, NULL, 0, 0, 1, 1, 0);
    PASSES(WGC_KIND_ALL_EQUAL, mixed, NULL, 1, 1, 1, 1, 0);
    FAILS(WGC_KIND_ALL_EQUAL, mixed, NULL, 0, 1, 1, 1, 0); /* one alone is equal to itself */
    FAILS(WGC_KIND_ALL_EQUAL, mixed, NULL, 0, 0, 0, 0, 0); /* joined */
}

TEST(values_of_others)
{
    const int32_t *x = INTS(10, 11, 12, 13, 14);
    static const uint32_t self[N] = {0, 1, 2, 3, 4}, zero[N] = {0, 0, 0, 0, 0};
    PASSES(WGC_KIND_BROADCAST_FIRST, x, NULL, 10, 10, 12, 12, 0);
    PASSES(WGC_KIND_BROADCAST_FIRST, x, NULL, 10, 11, 12, 13, 0);
    FAILS(WGC_KIND_BROADCAST_FIRST, x, NULL, 10, 10, 10, 10, 0); /* joined */
    FAILS(WGC_KIND_BROADCAST_FIRST, x, NULL, 11, 11, 12, 12, 0); /* not the first */
    FAILS(WGC_KIND_BROADCAST_FIRST, x, NULL, 14, 14, 12, 12, 0); /* of one that has returned */
    PASSES(WGC_KIND_SHUFFLE, x, self, 10, 11, 12, 13, 0);
    FAILS(WGC_KIND_SHUFFLE, x, self, 10, 11, 12, 14, 0);
    PASSES(WGC_KIND_SHUFFLE, x, zero, 10, 99, 99, 99, 0); /* the others' part may lack it */
    FAILS(WGC_KIND_SHUFFLE, x, zero, 11, 10, 99, 99, 0);
    FAILS(WGC_KIND_SHUFFLE_XOR, x, zero, 10, 10, 12, 13, 0);
    FAILS(WGC_KIND_SHUFFLE_UP, x, zero, 10, 11, 12, 12, 0);
    FAILS(WGC_KIND_SHUFFLE_DOWN, x, zero, 11, 11, 12, 13, 0);
    PASSES(WGC_KIND_ROTATE, x, zero, 10, 11, 12, 13, 0);
    FAILS(WGC_KIND_ROTATE, x, zero, 10, 11, 13, 12, 0);
    FAILS(WGC_KIND_CLUSTERED_ROTATE, x, zero, 12, 11, 12, 13, 0);
    FAILS(WGC_KIND_NON_UNIFORM_BROADCAST, x, zero, 12, 11, 12, 13, 0);
}

static enum wgc_explained of_ballots(enum wgc_kind kind, const uint32_t x[N],
                                     const uint32_t results[N])
{
    struct sub_group in = {.call = {kind, WGC_OP_NONE, WGC_TYPE_uint, 0, 4}, .n = N};
    for (size_t i = 0; i < N; i++) {
        in.class_of[i] = class_of[i];
        memcpy(in.x + i * VALUE_BYTES, &x[i], sizeof x[i]);
        memcpy(in.results + i * VALUE_BYTES, &results[i], sizeof results[i]);
    }
    return explain(&in);
}

TEST(ballots)
{
    static const uint32_t all[N] = {1, 1, 1, 1, 1}, some[N] = {1, 0, 1, 0, 1};
    static const struct {
        const uint32_t *x;
        uint32_t results[N];
        enum wgc_explained explained;
    } rows[] = {
        {all, {3, 3, 12, 12, 0}, WGC_EXPLAINED},
        {all, {1, 2, 4, 8, 0}, WGC_EXPLAINED},
        {all, {15, 15, 15, 15, 0}, WGC_CONTRADICTED}, /* joined */
        {all, {19, 19, 12, 12, 0}, WGC_CONTRADICTED}, /* with one that has returned */
        {all, {3, 2, 12, 12, 0}, WGC_CONTRADICTED},   /* two results of one part */
        {all, {3, 3, 4, 12, 0}, WGC_CONTRADICTED},
        {some, {1, 1, 4, 4, 0}, WGC_EXPLAINED},
        {some, {1, 0, 4, 4, 0}, WGC_EXPLAINED},
        {some, {1, 5, 4, 4, 0}, WGC_CONTRADICTED},
        {some, {0, 0, 4, 4, 0}, WGC_CONTRADICTED},            /* its own bit */
        {some, {3, 3, 4, 4, 0}, WGC_CONTRADICTED},            /* the bit of false */
        {some, {1, 1, 4, 4 | 1u << 31, 0}, WGC_CONTRADICTED}, /* nobody's */
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (of_ballots(WGC_KIND_BALLOT, rows[r].x, rows[r].results) != rows[r].explained) {
            fail_msg("row %zu", r);
        }
    }
    static const uint32_t masks[N] = {1, 2, 4, 8, 0}, wrong[N] = {1, 2, 4, 4, 0};
    assert_int_equal(of_ballots(WGC_KIND_EQ_MASK, all, masks), WGC_EXPLAINED);
    assert_int_equal(of_ballots(WGC_KIND_EQ_MASK, all, wrong), WGC_CONTRADICTED);
}

/* Sums of equal values, which name nobody: as many as a part can have. */
TEST(equal_operands_are_counted)
{
    static const int32_t results[] = {2, 2, 3, 2, 3, 2, 3};
    struct sub_group in = {.call = {WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int, 0, 1}, .n = 7};
    const int32_t one = 1;
    for (size_t i = 0; i < in.n; i++) {
        memcpy(in.x + i * sizeof one, &one, sizeof one);
    }
    memcpy(in.results, results, sizeof results);
    assert_int_equal(explain(&in), WGC_EXPLAINED);
    in.class_of[6] = WGC_NO_CLASS; /* three results of 3 need three work-items */
    assert_int_equal(explain(&in), WGC_CONTRADICTED);
}

/* A NaN is nobody's minimum, and its own result is free where it may be alone. */
TEST(a_nan_may_be_anywhere)
{
    struct sub_group in = {.call = {WGC_KIND_REDUCE, WGC_OP_min, WGC_TYPE_float, 0, 1}, .n = 3};
    const float x[] = {2, NAN, 1}, right[] = {1, 5, 1}, wrong[] = {5, 5, 1};
    memcpy(in.x, x, sizeof x);
    memcpy(in.results, right, sizeof right);
    assert_int_equal(explain(&in), WGC_EXPLAINED);
    memcpy(in.results, wrong, sizeof wrong);
    assert_int_equal(explain(&in), WGC_CONTRADICTED);
}
