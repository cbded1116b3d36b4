/*
 * The promise that no right device is refused: data of mode EXACT gives the same value in every
 * order and tree of evaluation, in the type's own precision, for every choice of the items that a
 * function may work on, and no partial result is subnormal, a NaN or an overflow.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/real.h"
#include "patterns/patterns.h"
#include "tests/unit/random.h"
#include "tests/unit/trial_fixture.h"

static const enum wgc_type float_types[] = {WGC_TYPE_half, WGC_TYPE_float, WGC_TYPE_double};
static const enum wgc_op rounding_ops[] = {WGC_OP_add, WGC_OP_mul};

/* What is being checked, for the message of a failure. */
struct subject {
    struct wgc_pattern_target target;
    struct wgc_pattern_instance instance;
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
static double combine(enum wgc_op op, enum wgc_type type, double a, double b)
{
    double value;
    if (type == WGC_TYPE_double) {
        return op == WGC_OP_add ? a + b : a * b;
    }
    /* sums and products of two such values are exact in double, but for sums far apart */
    wgc_real_store(type, op == WGC_OP_add ? a + b : a * b, &value, 0);
    return wgc_real_load(type, &value, 0);
}

/* Combines the terms in a random tree over a random order; spoils terms. */
static double random_tree(const struct subject *subject, double *terms, size_t n, uint64_t *state)
{
    const struct wgc_call *call = &subject->target.call;
    const double smallest = wgc_real_smallest(call->type);
    for (; n > 1; n--) {
        const size_t a = (size_t)random_below(state, n);
        size_t b = (size_t)random_below(state, n - 1);
        b += b >= a;
        const double value = combine(call->op, call->type, terms[a], terms[b]);
        const bool infinite = isinf(terms[a]) || isinf(terms[b]);
        if (isnan(value) || (isinf(value) && !infinite)) {
            refuse(subject, "a partial result", terms[a], value);
        }
        if (value != 0 && fabs(value) < smallest) {
            refuse(subject, "a subnormal partial result", smallest, value);
        }
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
    const struct wgc_call *call = &subject->target.call;
    if (which > 2) {
        qsort(terms, n, sizeof *terms, by_magnitude);
        which -= 3;
    }
    if (which == 0) {
        for (size_t i = 1; i < n; i++) {
            terms[0] = combine(call->op, call->type, terms[0], terms[i]);
        }
    } else if (which == 1) {
        for (size_t i = n - 1; i-- > 0;) {
            terms[n - 1] = combine(call->op, call->type, terms[i], terms[n - 1]);
        }
        terms[0] = terms[n - 1];
    } else {
        for (size_t step = 1; step < n; step *= 2) {
            for (size_t i = 0; i + step < n; i += 2 * step) {
                terms[i] = combine(call->op, call->type, terms[i], terms[i + step]);
            }
        }
    }
    return terms[0];
}

static void check_value(const struct subject *subject, double expected, double actual)
{
    if (!(expected == actual)) {
        refuse(subject, "depends on the order", expected, actual);
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

static void check_instance(const struct subject *subject, const void *values, const void *inits,
                           uint64_t *state)
{
    const enum wgc_type type = subject->target.call.type;
    const struct wgc_call plain = {WGC_KIND_REDUCE, subject->target.call.op, type, 0};
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
        const double expected = wgc_real_load(type, result, 0);
        memcpy(again, terms, n * sizeof *terms);
        check_value(subject, expected, usual_tree(subject, again, n, try % 5));
        check_value(subject, expected, random_tree(subject, terms, n, state));
    }
    free(terms);
    free(again);
    free(stored);
    free(result);
}

static void check_target(const struct wgc_pattern_target *target, size_t most, uint64_t *state)
{
    struct wgc_patterns *patterns = wgc_patterns_create(target, 1 + random_below(state, 3));
    double *values = fake_memory(target->items, sizeof *values);
    double *inits = fake_memory(target->items, sizeof *inits);
    const bool init = target->call.kind == WGC_KIND_REDUCE_INIT;
    for (size_t count = 0; count < most; count++) {
        struct subject subject = {*target, wgc_patterns_next(patterns)};
        wgc_patterns_fill(patterns, &subject.instance, values, init ? inits : NULL);
        if (!wgc_pattern_rounds(subject.instance.pattern)) {
            check_instance(&subject, values, init ? inits : NULL, state);
        }
    }
    free(values);
    free(inits);
    wgc_patterns_free(patterns);
}

static void sums_and_products_do_not_depend_on_the_order(void **context)
{
    static const size_t sizes[] = {1, 2, 3, 7, 8, 31, 64, 65, 105, 256, 1000, 2049, 4096, 8192};
    uint64_t state = 4;
    (void)context;
    for (size_t t = 0; t < sizeof float_types / sizeof *float_types; t++) {
        for (size_t o = 0; o < sizeof rounding_ops / sizeof *rounding_ops; o++) {
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                const size_t n = sizes[s];
                struct wgc_pattern_target target = {
                    {WGC_KIND_REDUCE, rounding_ops[o], float_types[t], 0}, n, n, n};
                check_target(&target, n < 200 ? 300 : 40, &state);
            }
        }
    }
}

/* Functions of sub-groups, with and without initial values; any partition of the work-group. */
static void chunks_may_be_anything(void **context)
{
    static const size_t sizes[] = {1, 5, 8, 16, 33, 64, 100, 1024, 8192};
    static const size_t chunks[] = {1, 4, 8, 16, 32, 64};
    static const enum wgc_kind kinds[] = {WGC_KIND_REDUCE, WGC_KIND_REDUCE_INIT};
    uint64_t state = 5;
    (void)context;
    for (size_t k = 0; k < 12; k++) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
                const size_t chunk = chunks[c] < sizes[s] ? chunks[c] : sizes[s];
                struct wgc_pattern_target target = {
                    {kinds[k % 2], rounding_ops[k / 2 % 2], float_types[k / 4], 0},
                    sizes[s],
                    chunk,
                    chunk};
                check_target(&target, sizes[s] < 200 ? 100 : 15, &state);
            }
        }
    }
}

/* What min and max get: no NaN, which is undefined there, and no subnormal, which may be zero. */
static void min_and_max_get_normal_numbers(void **context)
{
    (void)context;
    for (size_t t = 0; t < sizeof float_types / sizeof *float_types; t++) {
        for (unsigned k = 0; k < 4; k++) {
            const enum wgc_kind kind = k < 2 ? WGC_KIND_REDUCE : WGC_KIND_REDUCE_INIT;
            const struct wgc_pattern_target target = {
                {kind, k % 2 == 0 ? WGC_OP_min : WGC_OP_max, float_types[t], 0}, 67, 16, 16};
            struct wgc_patterns *patterns = wgc_patterns_create(&target, 9);
            double values[2][67];
            assert_non_null(patterns);
            for (size_t count = 0; count < 500; count++) {
                const struct wgc_pattern_instance instance = wgc_patterns_next(patterns);
                memset(values, 0, sizeof values);
                wgc_patterns_fill(patterns, &instance, values[0], k < 2 ? NULL : values[1]);
                for (size_t i = 0; i < sizeof values / sizeof(double); i++) {
                    const double value = wgc_real_load(float_types[t], values[i / 67], i % 67);
                    assert_true(value == value);
                    assert_true(value == 0 || fabs(value) >= wgc_real_smallest(float_types[t]));
                }
            }
            wgc_patterns_free(patterns);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products_do_not_depend_on_the_order),
        cmocka_unit_test(chunks_may_be_anything),
        cmocka_unit_test(min_and_max_get_normal_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
