#include "tests/false-alarms/trials.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "judge/format.h"
#include "oracle/real.h"
#include "tests/false-alarms/evaluate.h"
#include "tests/unit/random.h"

enum { SHOWN_MOST = 5, EXACT_TRIES = 3 };

/* A row while it is evaluated. */
struct bench {
    struct trials *trials;
    const struct row *row;
    long double *terms; /* the initial value, if there is one, and the row's */
    long double *out;   /* a scan of them */
    long double *room;
    void *stored;   /* n values of the type */
    bool *wrong;    /* n flags */
    size_t leading; /* initial values: 0 or 1 */
    bool interval;
};

static bool is_scan(enum wgc_kind kind)
{
    return kind != WGC_KIND_REDUCE && kind != WGC_KIND_REDUCE_INIT;
}

static bool is_exclusive(enum wgc_kind kind)
{
    return kind == WGC_KIND_SCAN_EXCLUSIVE || kind == WGC_KIND_SCAN_EXCLUSIVE_INIT;
}

/* The number of terms of item i: the first ones of the row. */
static size_t terms_of(const struct bench *b, size_t i)
{
    if (!is_scan(b->row->call.kind)) {
        return b->leading + b->row->n;
    }
    return b->leading + i + !is_exclusive(b->row->call.kind);
}

static bool open_bench(struct bench *b, struct trials *trials, const struct row *row)
{
    size_t all = row->n + 1;
    *b = (struct bench){.trials = trials, .row = row};
    b->terms = calloc(all, sizeof *b->terms);
    b->out = calloc(all, sizeof *b->out);
    b->room = calloc(4 * all, sizeof *b->room);
    b->stored = calloc(all, sizeof(double));
    b->wrong = calloc(all, sizeof *b->wrong);
    b->interval = row->expectation.mode == WGC_JUDGE_INTERVAL;
    if (b->terms == NULL || b->out == NULL || b->room == NULL || b->stored == NULL ||
        b->wrong == NULL) {
        return false;
    }
    if (row->init != NULL) {
        b->terms[b->leading++] = (long double)wgc_real_load(row->call.type, row->init, 0);
    }
    for (size_t i = 0; i < row->n; i++) {
        b->terms[b->leading + i] = (long double)wgc_real_load(row->call.type, row->x, i);
    }
    return true;
}

static void close_bench(struct bench *b)
{
    free(b->terms);
    free(b->out);
    free(b->room);
    free(b->stored);
    free(b->wrong);
}

static void note_use(const struct bench *b, size_t item, long double value)
{
    const struct wgc_expectation *e = &b->row->expectation;
    double middle = e->lo[item] / 2 + e->hi[item] / 2;
    double bound = e->hi[item] / 2 - e->lo[item] / 2;
    double used = bound > 0 ? fabs((double)value - middle) / bound : 0;
    b->trials->tally->used = fmax(b->trials->tally->used, used);
}

/*
 * Judges the items first to first + count - 1, whose results are at the start of stored. Returns
 * the index of the first wrong one, or count if there is none.
 */
static size_t judge(const struct bench *b, size_t first, size_t count)
{
    struct wgc_expectation e = b->row->expectation;
    if (b->interval) {
        e.lo += first;
        e.hi += first;
    } else {
        e.expected = (const char *)e.expected + first * wgc_type_info(e.type)->bytes;
    }
    if (wgc_judge_group(&e, b->stored, NULL, count, b->wrong) == 0) {
        return count;
    }
    size_t at = 0;
    while (!b->wrong[at]) {
        at++;
    }
    return at;
}

/* at: the index of the item's result. */
static void refuse(const struct bench *b, const struct arithmetic *arithmetic, const char *how,
                   size_t item, size_t at)
{
    const struct row *row = b->row;
    char actual[WGC_FORMAT_SIZE];
    char expected[WGC_FORMAT_SIZE];
    char tolerance[WGC_FORMAT_SIZE];
    if (b->trials->tally->refused++ >= SHOWN_MOST) {
        return;
    }
    wgc_format_value(row->call.type,
                     (const char *)b->stored + at * wgc_type_info(row->call.type)->bytes, actual);
    wgc_format_expected(&row->expectation, item, expected);
    wgc_format_tolerance(&row->expectation, item, tolerance);
    printf("REFUSED: %s %s of %zu %s, \"%s\": %s in %s%s%s%s, item %zu: %s, not %s, %s\n",
           wgc_kind_name(row->call.kind), wgc_op_info(row->call.op)->name, row->n,
           wgc_type_info(row->call.type)->name, row->pattern, how, arithmetic->name,
           row->fp.round_to_nearest ? "" : ", to zero", row->fp.denormals ? "" : ", flushing",
           row->fp.inf_nan ? "" : ", without infinities", item, actual, expected, tolerance);
}

/* One item in one order; whether it passed. Its result is in stored. */
static bool try_item(struct bench *b, const struct arithmetic *arithmetic, int order, size_t item)
{
    struct evaluation e = {arithmetic, b->row->call.op, &b->trials->seed, b->room};
    size_t n = terms_of(b, item);
    arithmetic_begin(arithmetic);
    long double value = n == 0 ? arithmetic_identity(arithmetic, b->row->call.op)
                               : evaluate(&e, (enum order)order, b->terms, n);
    arithmetic_end();
    wgc_real_store(b->row->call.type, (double)value, b->stored, 0);
    return judge(b, item, 1) == 1;
}

/* All items by one algorithm; the first wrong one, n if all passed. */
static size_t try_scan(struct bench *b, const struct arithmetic *arithmetic, int scan)
{
    const struct row *row = b->row;
    struct evaluation e = {arithmetic, row->call.op, &b->trials->seed, b->room};
    arithmetic_begin(arithmetic);
    evaluate_scan(&e, (enum scan)scan, b->terms, b->leading + row->n, b->out);
    arithmetic_end();
    for (size_t i = 0; i < row->n; i++) {
        size_t n = terms_of(b, i);
        long double value = n == 0 ? arithmetic_identity(arithmetic, row->call.op) : b->out[n - 1];
        wgc_real_store(row->call.type, (double)value, b->stored, i);
    }
    return judge(b, 0, row->n);
}

static size_t some_item(struct bench *b)
{
    size_t n = b->row->n;
    return random_below(&b->trials->seed, 2) ? n - 1 : random_below(&b->trials->seed, n);
}

static bool can_do(const struct bench *b, const struct arithmetic *arithmetic, int order)
{
    if (order == ORDER_COMPENSATED && !b->interval) {
        return false; /* infinities become NaN, and it may overflow where no partial sum does */
    }
    return !arithmetic->once || (order == ORDER_FORWARD && wgc_oracle_rounds(&b->row->call));
}

static void try_right_order(struct bench *b, const struct arithmetic *arithmetic, int order)
{
    static const char *const names[ORDER_COUNT] = {
        "forward",  "backward",   "shuffled",   "in halves", "in pairs",
        "any tree", "in blocks",  "in strides", "ascending", "descending",
        "worst up", "worst down", "compensated"};
    size_t item = some_item(b);
    if (!can_do(b, arithmetic, order)) {
        return;
    }
    if (!try_item(b, arithmetic, order, item)) {
        refuse(b, arithmetic, names[order], item, 0);
    }
    if (b->interval) {
        note_use(b, item, (long double)wgc_real_load(b->row->call.type, b->stored, 0));
    }
    b->trials->tally->evaluations += b->interval;
    b->trials->tally->exact_evaluations += !b->interval;
}

static void try_right_scan(struct bench *b, const struct arithmetic *arithmetic, int scan)
{
    static const char *const names[SCAN_COUNT] = {"sequential", "Hillis and Steele's scan",
                                                  "Blelloch's scan", "scan in blocks"};
    size_t item = try_scan(b, arithmetic, scan);
    if (item < b->row->n) {
        refuse(b, arithmetic, names[scan], item, item);
    }
    b->trials->tally->evaluations += b->interval;
    b->trials->tally->exact_evaluations += !b->interval;
}

/* Everything that a right device with the row's traits may do. */
static void try_right(struct bench *b)
{
    enum wgc_type type = b->row->call.type;
    enum format own = format_of(type);
    const struct arithmetic all[] = {
        {"its own precision", type, own, own, false, false, b->row->fp, &b->trials->seed},
        {"more precision", type, own, wider(own), false, false, b->row->fp, &b->trials->seed},
        {"more precision here and there", type, own, wider(own), true, false, b->row->fp,
         &b->trials->seed},
        {"one rounding", type, own, own, false, true, b->row->fp, &b->trials->seed},
    };
    size_t count = sizeof all / sizeof all[0];
    if (!b->interval) { /* nothing rounds in any order: a few orders are enough */
        for (int i = 0; i < EXACT_TRIES; i++) {
            try_right_order(b, &all[random_below(&b->trials->seed, count)],
                            (int)random_below(&b->trials->seed, ORDER_COUNT));
        }
        if (is_scan(b->row->call.kind)) {
            try_right_scan(b, &all[random_below(&b->trials->seed, 3)],
                           (int)random_below(&b->trials->seed, SCAN_COUNT));
        }
        return;
    }
    for (size_t a = 0; a < count; a++) {
        for (int order = 0; order < ORDER_COUNT; order++) {
            try_right_order(b, &all[a], order);
        }
        for (int scan = 0; is_scan(b->row->call.kind) && !all[a].once && scan < SCAN_COUNT;
             scan++) {
            try_right_scan(b, &all[a], scan);
        }
    }
}

/* What a device must not do: fewer bits in between. */
static void try_narrow(struct bench *b, struct sharpness *sharpness)
{
    const struct row *row = b->row;
    enum wgc_type type = row->call.type;
    enum format own = format_of(type);
    enum format less = narrower(own);
    const struct arithmetic all[] = {
        {"narrow terms", type, less, own, false, false, row->fp, &b->trials->seed},
        {"narrow terms and operations", type, less, less, false, false, row->fp, &b->trials->seed},
        {"narrow operations", type, own, less, false, false, row->fp, &b->trials->seed},
    };
    size_t refused = 0;
    for (size_t a = 0; a < sizeof all / sizeof all[0]; a++) {
        for (int order = 0; order < ORDER_COUNT; order++) {
            bool passed = is_scan(row->call.kind)
                              ? try_scan(b, &all[a], order % SCAN_COUNT) == row->n
                              : try_item(b, &all[a], order, 0);
            refused += !passed;
            sharpness->narrow++;
        }
    }
    sharpness->narrow_refused += refused;
    sharpness->unseen += refused == 0;
}

/* Measures how well a rounding pattern of the suite detects a loss of precision. */
static enum wgc_status measure(struct bench *b, struct wgc_err *err)
{
    const struct row *row = b->row;
    unsigned significand = wgc_type_info(row->call.type)->significand;
    unsigned narrow = significand == 53 ? 24 : significand == 24 ? 11 : 8;
    struct sharpness *sharpness = tally_sharpness(b->trials->tally, row->pattern);
    double ratio;
    if (sharpness == NULL) {
        return wgc_err_set(err, WGC_ERR_RUN, "more than %d rounding patterns", PATTERNS_MAX);
    }
    if (!wgc_oracle_interval_loss(&row->call, &row->fp, row->x, row->n, row->init, narrow,
                                  &ratio) ||
        !(ratio < WGC_ORACLE_VACUOUS)) {
        sharpness->vacuous++;
        return WGC_OK;
    }
    sharpness->rows++;
    sharpness->least_n = row->n < sharpness->least_n ? row->n : sharpness->least_n;
    sharpness->most_n = row->n > sharpness->most_n ? row->n : sharpness->most_n;
    sharpness->least = fmin(sharpness->least, 1 / ratio);
    sharpness->most = fmax(sharpness->most, 1 / ratio);
    try_narrow(b, sharpness);
    return WGC_OK;
}

enum wgc_status trials_visit(void *context, const struct row *row, struct wgc_err *err)
{
    struct bench b;
    enum wgc_status status = WGC_OK;
    if (!open_bench(&b, context, row)) {
        status = wgc_err_memory(err, "a group's evaluation");
    } else {
        b.trials->tally->rows += b.interval;
        b.trials->tally->exact_rows += !b.interval;
        if (!b.interval && row->suite) {
            tally_exact(b.trials->tally, row->pattern);
        }
        try_right(&b);
        if (b.interval && row->suite) {
            status = measure(&b, err);
        }
    }
    close_bench(&b);
    return status;
}
