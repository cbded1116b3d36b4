/*
 * No right device is refused: the results of data of mode EXACT in every order and
 * tree of evaluation, in the type's own precision and in more, for every choice of the items that a
 * function may work on, passes the judge. Where the pattern does not need it, no partial result is
 * subnormal, a NaN or an overflow.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "oracle/real.h"
#include "patterns/patterns.h"
#include "tests/unit/portion.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"

static const enum wgc_type float_types[] = {WGC_TYPE_half, WGC_TYPE_float, WGC_TYPE_double};
static const enum wgc_op rounding_ops[] = {WGC_OP_add, WGC_OP_mul};

/* The bits of the types' FP_CONFIG. */
enum { DENORM = 1, INF_NAN = 2 };

/* What is being checked, for the message of a failure. */
struct subject {
    struct wgc_pattern_target target;
    struct wgc_pattern_instance instance;
    unsigned has; /* what of FP_CONFIG the pattern is made for */
    bool wide;    /* float for half, double for float; rounded in the end */
};

static void refuse(const struct subject *subject, const char *what, double expected, double actual)
{
    const struct wgc_call *call = &subject->target.call;
    fail_msg("%s %zu, %s of %zu items of %s (chunks of %zu): %s: %a, not %a",
             wgc_pattern_name(subject->instance.pattern), subject->instance.variant,
             wgc_op_info(call->op)->name, subject->target.items, wgc_type_info(call->type)->name,
             subject->target.chunk, what, actual, expected);
}

/* One operation as a device does it: the operands' exact result, rounded once to the type. */
static double combine(const struct subject *subject, double a, double b)
{
    static const enum wgc_type wider[WGC_TYPE_COUNT] = {[WGC_TYPE_half] = WGC_TYPE_float,
                                                        [WGC_TYPE_float] = WGC_TYPE_double,
                                                        [WGC_TYPE_double] = WGC_TYPE_double};
    const enum wgc_op op = subject->target.call.op;
    const enum wgc_type own = subject->target.call.type, type = subject->wide ? wider[own] : own;
    double value;
    if (type == WGC_TYPE_double) {
        return op == WGC_OP_add ? a + b : a * b;
    }
    /* sums and products of two half or float values are exact in double, except for sums of very
     * different magnitude */
    wgc_real_store(type, op == WGC_OP_add ? a + b : a * b, &value, 0);
    return wgc_real_load(type, &value, 0);
}

/* What a pattern must not come to on the way, unless it is made for devices that have it. */
static void check_partial(const struct subject *subject, double a, double b, double value)
{
    const unsigned has = subject->has;
    const double smallest = wgc_real_smallest(subject->target.call.type);
    const bool new_infinity = isinf(value) && !isinf(a) && !isinf(b);
    if ((has & INF_NAN) == 0 && (isnan(value) || new_infinity)) {
        refuse(subject, "a partial result", a, value);
    }
    if ((has & DENORM) == 0 && value != 0 && fabs(value) < smallest) {
        refuse(subject, "a subnormal partial result", smallest, value);
    }
}

/* Combines the terms in a random tree over a random order; spoils terms. */
static double random_tree(const struct subject *subject, double *terms, size_t n, uint64_t *state)
{
    for (; n > 1; n--) {
        const size_t a = (size_t)random_below(state, n);
        size_t b = (size_t)random_below(state, n - 1);
        b += b >= a;
        const double value = combine(subject, terms[a], terms[b]);
        check_partial(subject, terms[a], terms[b], value);
        terms[a] = value;
        terms[b] = terms[n - 1];
    }
    return terms[0];
}

static int by_magnitude(const void *a, const void *b)
{
    const double left = fabs(*(const double *)a), right = fabs(*(const double *)b);
    return (left > right) - (left < right);
}

/* A line from one end, a balanced tree: what devices really do; and lines in the worst orders. */
static double usual_tree(const struct subject *subject, double *terms, size_t n, unsigned which)
{
    if (which > 2) {
        qsort(terms, n, sizeof *terms, by_magnitude);
        which -= 3;
    }
    if (which == 0) {
        for (size_t i = 1; i < n; i++) {
            terms[0] = combine(subject, terms[0], terms[i]);
        }
    } else if (which == 1) {
        for (size_t i = n - 1; i-- > 0;) {
            terms[n - 1] = combine(subject, terms[i], terms[n - 1]);
        }
        terms[0] = terms[n - 1];
    } else {
        for (size_t step = 1; step < n; step *= 2) {
            for (size_t i = 0; i + step < n; i += 2 * step) {
                terms[i] = combine(subject, terms[i], terms[i + step]);
            }
        }
    }
    return terms[0];
}

static void check_value(const struct subject *subject, const void *expected, double actual)
{
    const struct wgc_call *call = &subject->target.call;
    const struct wgc_expectation expectation = {
        wgc_judge_mode(call, false), call->type, subject->target.fp, expected, NULL, NULL};
    double stored;
    wgc_real_store(call->type, actual, &stored, 0);
    if (wgc_judge_group(&expectation, &stored, NULL, 1, NULL) != 0) {
        refuse(subject, "depends on the order", wgc_real_load(call->type, expected, 0), actual);
    }
}

/* Chooses some of the items (all of them in the first try), which are in one group of the function.
 */
static size_t choose(const struct subject *subject, const void *values, unsigned try, double *terms,
                     uint64_t *state)
{
    const size_t items = subject->target.items;
    const enum wgc_type type = subject->target.call.type;
    size_t first = 0, count = items, n = 0;
    if (try % 3 == 1) { /* a part in a row */
        first = (size_t)random_below(state, items);
        count = 1 + (size_t)random_below(state, items - first);
    }
    for (size_t i = first; i < first + count; i++) {
        if (try % 3 != 2 || random_below(state, 2) == 0) { /* or any at all */
            terms[n++] = wgc_real_load(type, values, i);
        }
    }
    if (n == 0) {
        terms[n++] = wgc_real_load(type, values, first);
    }
    return n;
}

static void check_instance(struct subject *subject, const void *values, const void *inits,
                           uint64_t *state)
{
    const enum wgc_type type = subject->target.call.type;
    const struct wgc_call plain = {WGC_KIND_REDUCE, subject->target.call.op, type, 0, 0};
    const size_t items = subject->target.items;
    double *terms = fake_memory(items + 1, sizeof *terms);
    double *again = fake_memory(items + 1, sizeof *again);
    double *stored = fake_memory(items + 1, sizeof *stored),
           *result = fake_memory(items + 1, sizeof *result);
    for (unsigned try = 0; try < 9; try++) {
        size_t n = choose(subject, values, try, terms, state);
        if (inits != NULL) {
            terms[n++] = wgc_real_load(type, inits, (size_t)random_below(state, items));
        }
        for (size_t i = 0; i < n; i++) {
            wgc_real_store(type, terms[i], stored, i);
        }
        wgc_oracle_exact(&plain, stored, n, NULL, 0, result);
        memcpy(again, terms, n * sizeof *terms);
        subject->wide = try % 2 == 1;
        check_value(subject, result, usual_tree(subject, again, n, try % 5));
        check_value(subject, result, random_tree(subject, terms, n, state));
    }
    free(terms);
    free(again);
    free(stored);
    free(result);
}

static void check_target(const struct wgc_pattern_target *target, size_t most, uint64_t *state)
{
    const uint64_t seed = 1 + random_below(state, 3);
    struct wgc_patterns *patterns = wgc_patterns_create(target, seed);
    double *values = fake_memory(target->items, sizeof *values);
    double *inits = fake_memory(target->items, sizeof *inits);
    const bool init = target->call.kind == WGC_KIND_REDUCE_INIT;
    for (size_t count = 0; count < most; count++) {
        struct subject subject = {*target, wgc_patterns_next(patterns), 0, false};
        subject.has = wgc_pattern_fp_config(wgc_pattern_name(subject.instance.pattern));
        wgc_patterns_fill(patterns, &subject.instance, values, init ? inits : NULL);
        if (!wgc_pattern_rounds(subject.instance.pattern)) {
            check_instance(&subject, values, init ? inits : NULL, state);
        }
    }
    free(values);
    free(inits);
    wgc_patterns_free(patterns);
}

TEST(sums_and_products_do_not_depend_on_the_order)
{
    static const size_t sizes[] = {1, 2, 3, 7, 8, 31, 64, 65, 105, 256, 1000, 2049, 4096, 8192};
    uint64_t seed = 4;
    for (size_t t = 0; t < sizeof float_types / sizeof *float_types; t++) {
        for (size_t o = 0; o < sizeof rounding_ops / sizeof *rounding_ops; o++) {
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                const size_t n = sizes[s];
                const struct wgc_pattern_target target = {
                    .call = {WGC_KIND_REDUCE, rounding_ops[o], float_types[t], 0, 0},
                    .items = n,
                    .chunk = n,
                    .roots = n,
                    .fp = wgc_fp_ieee,
                };
                check_target(&target, n < 200 ? 300 : 40, &seed);
            }
        }
    }
}

/* Functions of sub-groups, with and without initial values; any partition of the work-group. */
TEST(chunks_may_be_anything)
{
    static const size_t sizes[] = {1, 5, 8, 16, 33, 64, 100, 1024, 8192};
    static const size_t chunks[] = {1, 4, 8, 16, 32, 64};
    static const enum wgc_kind kinds[] = {WGC_KIND_REDUCE, WGC_KIND_REDUCE_INIT};
    size_t targets = 0;
    for (size_t k = 0; k < 12; k++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
                const size_t chunk = chunks[c] < sizes[s] ? chunks[c] : sizes[s];
                uint64_t seed = 5 + targets;
                const struct wgc_pattern_target target = {
                    .call = {kinds[k % 2], rounding_ops[k / 2 % 2], float_types[k / 4], 0, 0},
                    .items = sizes[s],
                    .chunk = chunk,
                    .roots = chunk,
                    .fp = wgc_fp_ieee,
                };
                if (is_in_portion(targets++)) {
                    check_target(&target, sizes[s] < 200 ? 150 : 40, &seed);
                }
            }
        }
    }
}

/* Calls check with each value and initial value of some instances. */
static void visit_values(const struct wgc_pattern_target *target,
                         void (*check)(const struct wgc_pattern_target *, double))
{
    const enum wgc_type type = target->call.type;
    struct wgc_patterns *patterns = wgc_patterns_create(target, 9);
    double *values = fake_memory(target->items, sizeof *values);
    double *inits = fake_memory(target->items, sizeof *inits);
    assert_non_null(patterns);
    for (size_t count = 0; count < 500; count++) {
        const struct wgc_pattern_instance instance = wgc_patterns_next(patterns);
        const bool init = wgc_has_init(target->call.kind);
        wgc_patterns_fill(patterns, &instance, values, init ? inits : NULL);
        for (size_t i = 0; i < target->items; i++) {
            check(target, wgc_real_load(type, values, i));
            if (init) {
                check(target, wgc_real_load(type, inits, i));
            }
        }
    }
    wgc_patterns_free(patterns);
    free(values);
    free(inits);
}

static void check_only_what_there_is(const struct wgc_pattern_target *target, double value)
{
    const double smallest = wgc_real_smallest(target->call.type);
    const bool order = target->call.op == WGC_OP_min || target->call.op == WGC_OP_max;
    assert_true(target->fp.inf_nan || isfinite(value));
    assert_false(order && !target->skips_nan && isnan(value));
    assert_true(target->fp.denormals || wgc_is_broadcast(target->call.kind) || value == 0 ||
                !(fabs(value) < smallest));
}

/* No NaN comes to min and max but where it is defined; nothing that a device has not comes to it,
 * but for a broadcast, which may flush a subnormal value. */
TEST(values_are_ones_that_the_device_has)
{
    static const enum wgc_kind kinds[] = {WGC_KIND_REDUCE, WGC_KIND_REDUCE_INIT,
                                          WGC_KIND_BROADCAST};
    for (unsigned k = 0; k < 3 * 4 * 3 * 8; k++) {
        const enum wgc_kind kind = kinds[k % 3];
        const struct wgc_pattern_target target = {
            .call = {kind, kind == WGC_KIND_BROADCAST ? WGC_OP_NONE : (enum wgc_op)(k / 3 % 4),
                     float_types[k / 12 % 3], 0, 0},
            .items = 67,
            .chunk = 16,
            .roots = 16,
            .fp = {true, k / 36 % 2 == 0, k / 72 % 2 == 0, true},
            .skips_nan = k / 144 % 2 == 0,
        };
        visit_values(&target, check_only_what_there_is);
    }
}
