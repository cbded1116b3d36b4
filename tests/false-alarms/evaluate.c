#include "tests/false-alarms/evaluate.h"

#include <math.h>
#include <stdlib.h>

#include "tests/unit/random.h"

static long double combine(const struct evaluation *e, long double a, long double b)
{
    return arithmetic_combine(e->arithmetic, e->op, a, b);
}

static long double forward(const struct evaluation *e, const long double *x, size_t n)
{
    long double all = x[0];
    for (size_t i = 1; i < n; i++) {
        all = combine(e, all, x[i]);
    }
    return all;
}

static void reverse(long double *x, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        long double swap = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = swap;
    }
}

static void shuffle(const struct evaluation *e, long double *x, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = random_below(e->seed, i);
        long double swap = x[i - 1];
        x[i - 1] = x[j];
        x[j] = swap;
    }
}

static long double halving(const struct evaluation *e, long double *x, size_t n)
{
    while (n > 1) {
        size_t half = (n + 1) / 2;
        for (size_t i = 0; i + half < n; i++) {
            x[i] = combine(e, x[i], x[i + half]);
        }
        n = half;
    }
    return x[0];
}

static long double doubling(const struct evaluation *e, long double *x, size_t n)
{
    for (size_t step = 1; step < n; step *= 2) {
        for (size_t i = 0; i + step < n; i += 2 * step) {
            x[i] = combine(e, x[i], x[i + step]);
        }
    }
    return x[0];
}

/* Combines x[i] and x[j], and closes the gap. */
static void merge(const struct evaluation *e, long double *x, size_t n, size_t i, size_t j)
{
    x[i] = combine(e, x[i], x[j]);
    x[j] = x[n - 1];
}

static void random_pair(const struct evaluation *e, size_t n, size_t *i, size_t *j)
{
    *i = random_below(e->seed, n - 1);
    *j = *i + 1 + random_below(e->seed, n - 1 - *i);
}

static long double random_tree(const struct evaluation *e, long double *x, size_t n)
{
    for (; n > 1; n--) {
        size_t i;
        size_t j;
        random_pair(e, n, &i, &j);
        merge(e, x, n, i, j);
    }
    return x[0];
}

static long double error_of(const struct evaluation *e, long double a, long double b)
{
    long double exact = e->op == WGC_OP_mul ? a * b : a + b;
    long double error = combine(e, a, b) - exact;
    return e->op == WGC_OP_mul && exact != 0 ? error / exact : error;
}

/* An adversary that compares a few pairs at a time. */
static long double worst_tree(const struct evaluation *e, long double *x, size_t n, int sign)
{
    enum { PAIRS = 6 };
    for (; n > 1; n--) {
        size_t best_i = 0;
        size_t best_j = 1;
        long double most = -INFINITY;
        for (int pair = 0; pair < PAIRS; pair++) {
            size_t i;
            size_t j;
            random_pair(e, n, &i, &j);
            long double error = sign * error_of(e, x[i], x[j]);
            if (error > most) {
                most = error;
                best_i = i;
                best_j = j;
            }
        }
        merge(e, x, n, best_i, best_j);
    }
    return x[0];
}

static long double blocked(const struct evaluation *e, long double *x, size_t n)
{
    size_t block = 1 + random_below(e->seed, n);
    size_t blocks = 0;
    for (size_t i = 0; i < n; i += block) {
        size_t here = n - i < block ? n - i : block;
        x[blocks++] = random_below(e->seed, 2) ? forward(e, x + i, here) : halving(e, x + i, here);
    }
    return random_below(e->seed, 2) ? forward(e, x, blocks) : doubling(e, x, blocks);
}

static long double strided(const struct evaluation *e, long double *x, size_t n)
{
    size_t lanes = 1 + random_below(e->seed, n);
    for (size_t i = lanes; i < n; i++) {
        x[i % lanes] = combine(e, x[i % lanes], x[i]);
    }
    return halving(e, x, lanes);
}

static int by_magnitude(const void *a, const void *b)
{
    long double x = fabsl(*(const long double *)a);
    long double y = fabsl(*(const long double *)b);
    return (x > y) - (x < y);
}

static long double compensated(const struct evaluation *e, const long double *x, size_t n)
{
    long double sum = x[0];
    long double lost = 0;
    for (size_t i = 1; i < n; i++) {
        long double term = combine(e, x[i], -lost);
        long double next = combine(e, sum, term);
        lost = combine(e, combine(e, next, -sum), -term);
        sum = next;
    }
    return sum;
}

/*
 * One rounding at the end: each operation's rounding error is found exactly (two-sum, fma) and kept
 * next to the result, with twice the bits of long double.
 */
static long double once(const struct evaluation *e, const long double *x, size_t n)
{
    volatile long double high =
        x[0]; /* volatile: not moved out of the rounding mode that they need */
    volatile long double low = 0;
    arithmetic_end();
    for (size_t i = 1; i < n; i++) {
        volatile long double before = high;
        if (e->op == WGC_OP_mul) {
            high = before * x[i];
            low = low * x[i] + fmal(before, x[i], -high);
        } else {
            high = before + x[i];
            volatile long double part = high - before;
            low += (before - (high - part)) + (x[i] - part);
        }
    }
    arithmetic_begin(e->arithmetic);
    return isfinite(high) && low != 0 ? high + low : high;
}

static long double in_order(const struct evaluation *e, enum order order, long double *x, size_t n)
{
    switch (order) {
    case ORDER_BACKWARD:
        reverse(x, n);
        return forward(e, x, n);
    case ORDER_SHUFFLED:
        shuffle(e, x, n);
        return forward(e, x, n);
    case ORDER_HALVING:
        return halving(e, x, n);
    case ORDER_DOUBLING:
        return doubling(e, x, n);
    case ORDER_RANDOM_TREE:
        return random_tree(e, x, n);
    case ORDER_BLOCKED:
        return blocked(e, x, n);
    case ORDER_STRIDED:
        return strided(e, x, n);
    case ORDER_ASCENDING:
        qsort(x, n, sizeof *x, by_magnitude);
        return forward(e, x, n);
    case ORDER_DESCENDING:
        qsort(x, n, sizeof *x, by_magnitude);
        reverse(x, n);
        return forward(e, x, n);
    case ORDER_UPWARD:
        return worst_tree(e, x, n, 1);
    case ORDER_DOWNWARD:
        return worst_tree(e, x, n, -1);
    case ORDER_COMPENSATED:
        return e->op == WGC_OP_add ? compensated(e, x, n) : forward(e, x, n);
    default:
        return forward(e, x, n);
    }
}

long double evaluate(const struct evaluation *e, enum order order, const long double *terms,
                     size_t n)
{
    long double *x = e->room;
    for (size_t i = 0; i < n; i++) {
        x[i] = arithmetic_load(e->arithmetic, terms[i]);
    }
    long double result = e->arithmetic->once ? once(e, x, n) : in_order(e, order, x, n);
    return arithmetic_store(e->arithmetic, result);
}

static void scan_hillis_steele(const struct evaluation *e, long double *x, size_t n,
                               long double *next)
{
    for (size_t step = 1; step < n; step *= 2) {
        for (size_t i = 0; i < n; i++) {
            next[i] = i < step ? x[i] : combine(e, x[i - step], x[i]);
        }
        for (size_t i = 0; i < n; i++) {
            x[i] = next[i];
        }
    }
}

/* The exclusive scan over a power of two, identities at the end; then each item's own term to it.
 */
static void scan_blelloch(const struct evaluation *e, long double *x, size_t n, long double *tree)
{
    long double identity = arithmetic_identity(e->arithmetic, e->op);
    size_t size = 1;
    while (size < n) {
        size *= 2;
    }
    for (size_t i = 0; i < size; i++) {
        tree[i] = i < n ? x[i] : identity;
    }
    for (size_t step = 1; step < size; step *= 2) {
        for (size_t i = 2 * step - 1; i < size; i += 2 * step) {
            tree[i] = combine(e, tree[i - step], tree[i]);
        }
    }
    tree[size - 1] = identity;
    for (size_t step = size / 2; step > 0; step /= 2) {
        for (size_t i = 2 * step - 1; i < size; i += 2 * step) {
            long double left = tree[i - step];
            tree[i - step] = tree[i];
            tree[i] = combine(e, tree[i], left);
        }
    }
    for (size_t i = 0; i < n; i++) {
        x[i] = combine(e, tree[i], x[i]);
    }
}

static void scan_blocked(const struct evaluation *e, long double *x, size_t n, long double *next)
{
    size_t block = 1 + random_below(e->seed, n);
    long double before = arithmetic_identity(e->arithmetic, e->op);
    for (size_t i = 0; i < n; i += block) {
        size_t here = n - i < block ? n - i : block;
        scan_hillis_steele(e, x + i, here, next);
        long double all = x[i + here - 1];
        for (size_t j = 0; j < here; j++) {
            x[i + j] = combine(e, before, x[i + j]);
        }
        before = combine(e, before, all);
    }
}

void evaluate_scan(const struct evaluation *e, enum scan scan, const long double *terms, size_t n,
                   long double *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = arithmetic_load(e->arithmetic, terms[i]);
    }
    if (n == 0) {
        return;
    }
    switch (scan) {
    case SCAN_HILLIS_STEELE:
        scan_hillis_steele(e, out, n, e->room);
        break;
    case SCAN_BLELLOCH:
        scan_blelloch(e, out, n, e->room);
        break;
    case SCAN_BLOCKED:
        scan_blocked(e, out, n, e->room);
        break;
    default:
        for (size_t i = 1; i < n; i++) {
            out[i] = combine(e, out[i - 1], out[i]);
        }
        break;
    }
    for (size_t i = 0; i < n; i++) {
        out[i] = arithmetic_store(e->arithmetic, out[i]);
    }
}
