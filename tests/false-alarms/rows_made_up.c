#include "tests/false-alarms/rows.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/real.h"
#include "tests/unit/random.h"

/* The input of an adversarial row. */
struct maker {
    uint64_t seed;
    double unit, smallest, largest; /* of the type */
    size_t n, i;
    double before;
};

static double any_sign(struct maker *m)
{
    return random_real(&m->seed);
}

static double one_sign(struct maker *m)
{
    return fabs(random_real(&m->seed));
}

static double many_exponents(struct maker *m)
{
    return ldexp(random_real(&m->seed), (int)random_below(&m->seed, 12));
}

static double cancelling(struct maker *m)
{
    return m->i % 2 ? -m->before * (1 + 4 * m->unit * (double)random_below(&m->seed, 3))
                    : random_real(&m->seed);
}

/* Each unit is rounded away when it is added to the one. */
static double one_and_units(struct maker *m)
{
    return m->i == 0 ? 1 : m->unit;
}

static double one_and_more_than_units(struct maker *m)
{
    return m->i == 0 ? 1 : m->unit * (1 + 2 * m->unit);
}

static double falling(struct maker *m)
{
    return ldexp(1 + one_sign(m), -(int)(m->i % 20));
}

static double nearly_too_large(struct maker *m)
{
    return m->largest * 0.9 / (double)m->n * random_real(&m->seed);
}

static double nearly_subnormal(struct maker *m)
{
    return 2 * m->smallest * random_real(&m->seed);
}

static double differing_by_subnormals(struct maker *m)
{
    return m->smallest * (m->i % 2 ? -1 : 1) * (1 + one_sign(m));
}

static double mostly_zero(struct maker *m)
{
    return random_below(&m->seed, 8) ? 0 : random_real(&m->seed);
}

static double around_one(struct maker *m)
{
    double spread = m->n > 4 ? 4 / (double)m->n : 1;
    return (random_below(&m->seed, 2) ? -1 : 1) * (1 + 0.5 * spread * random_real(&m->seed));
}

static double just_above_one(struct maker *m)
{
    return 1 + 2 * m->unit * (double)(1 + random_below(&m->seed, 3));
}

static double just_below_one(struct maker *m)
{
    return 1 - m->unit * (double)(1 + random_below(&m->seed, 3));
}

static double powers_and_others(struct maker *m)
{
    return random_below(&m->seed, 4) ? ldexp(1, (int)(m->i % 2) * 2 - 1)
                                     : 1 + 0.1 * random_real(&m->seed) / 4;
}

static const struct {
    const char *name;
    enum wgc_op op;
    double (*make)(struct maker *m);
} ways[] = {
    {"any sign", WGC_OP_add, any_sign},
    {"one sign", WGC_OP_add, one_sign},
    {"many exponents", WGC_OP_add, many_exponents},
    {"cancelling", WGC_OP_add, cancelling},
    {"one and units", WGC_OP_add, one_and_units},
    {"one and more than units", WGC_OP_add, one_and_more_than_units},
    {"falling", WGC_OP_add, falling},
    {"nearly too large", WGC_OP_add, nearly_too_large},
    {"nearly subnormal", WGC_OP_add, nearly_subnormal},
    {"differing by subnormals", WGC_OP_add, differing_by_subnormals},
    {"mostly zero", WGC_OP_add, mostly_zero},
    {"around one", WGC_OP_mul, around_one},
    {"just above one", WGC_OP_mul, just_above_one},
    {"just below one", WGC_OP_mul, just_below_one},
    {"powers of two and others", WGC_OP_mul, powers_and_others},
};

static void make_up(struct maker *m, double (*make)(struct maker *), enum wgc_type type, void *x)
{
    for (m->i = 0; m->i < m->n; m->i++) {
        m->before = m->i > 0 ? wgc_real_load(type, x, m->i - 1) : 1;
        wgc_real_store(type, make(m), x, m->i);
    }
}

enum wgc_status rows_made_up(const struct wgc_call *call, const struct wgc_fp_traits *fp, size_t n,
                             uint64_t seed, row_visitor visit, void *context, struct wgc_err *err)
{
    struct maker maker = {
        .seed = seed,
        .unit = ldexp(1, -(int)wgc_type_info(call->type)->significand),
        .smallest = wgc_real_smallest(call->type),
        .largest = wgc_real_largest(call->type),
        .n = n,
    };
    void *x = calloc(n, sizeof(double));
    double *ends = calloc(2 * n, sizeof *ends);
    enum wgc_status status = WGC_OK;
    if (x == NULL || ends == NULL) {
        free(x);
        free(ends);
        return wgc_err_memory(err, "a made-up group");
    }
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && status == WGC_OK; i++) {
        if (ways[i].op != call->op) {
            continue;
        }
        make_up(&maker, ways[i].make, call->type, x);
        struct row row = {
            .call = *call,
            .fp = *fp,
            .pattern = ways[i].name,
            .n = n,
            .x = x,
            .expectation = {WGC_JUDGE_INTERVAL, call->type, *fp, NULL, ends, ends + n},
        };
        if (wgc_oracle_interval(call, fp, x, n, NULL, ends, ends + n)) {
            status = visit(context, &row, err);
        }
    }
    free(x);
    free(ends);
    return status;
}
