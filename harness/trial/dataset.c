#include "trial/dataset.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/values.h"
#include "trial/parts.h"

/* The source of the rows of a dataset, while they are made. */
struct source {
    struct wgc_dataset *set;
    const struct wgc_dataset *like; /* or NULL: nothing is shared */
    struct wgc_patterns *patterns;  /* role CALL */
    struct wgc_dataset_ends ends;   /* of one row */
    size_t chunks, *chunk;          /* the start of each, and the end */
    size_t row_bytes;
};

static void release_input(struct wgc_dataset_input *shared)
{
    if (shared != NULL && --shared->users == 0) {
        free(shared->values);
        free(shared->inits);
        free(shared);
    }
}

void wgc_dataset_free(struct wgc_dataset *set)
{
    if (set != NULL) {
        release_input(set->shared);
        free(set->expected);
        free(set->poison);
        free(set->bounds);
        free(set->row);
        free(set);
    }
}

struct wgc_expectation wgc_dataset_expectation(const struct wgc_dataset *set, size_t r)
{
    const size_t bytes = wgc_call_bytes(&set->key.call);
    struct wgc_expectation expectation = {
        .mode = set->row[r].mode,
        .type = set->key.call.type,
        .fp = set->key.fp,
        .expected = set->expected + r * set->key.items * bytes,
    };
    if (expectation.mode == WGC_JUDGE_INTERVAL && set->bounds != NULL) {
        expectation.lo = set->bounds + set->row[r].bounds;
        expectation.hi = expectation.lo + set->key.items;
    }
    return expectation;
}

static void expect_row(struct source *source, size_t r)
{
    struct wgc_dataset *set = source->set;
    const size_t at = r * source->row_bytes;
    if (wgc_uses_local_ids(set->key.call.kind)) { /* no guess; the poison differs from the input */
        memcpy(set->expected + at, set->input + at, source->row_bytes);
        return;
    }
    wgc_oracle_exact_parts(&set->key.call, set->input + at, source->chunk, source->chunks,
                           set->inits == NULL ? NULL : set->inits + at, set->row[r].root,
                           set->expected + at);
}

static void make_one_init(const struct wgc_dataset_key *key, unsigned char *inits)
{
    if (inits != NULL && key->one_init) {
        wgc_value_repeat(inits, wgc_type_info(key->call.type)->bytes, key->items);
    }
}

/* Makes row r from a pattern. It differs from its neighbours; the last row differs from the first,
 * too. */
static void fill_from_patterns(struct source *source, size_t r)
{
    enum { MOST_TRIES = 100 };
    struct wgc_dataset *set = source->set;
    const struct wgc_dataset_input *in = set->shared;
    const size_t bytes = source->row_bytes;
    unsigned char *values = in->values + r * bytes;
    unsigned char *inits = in->inits == NULL ? NULL : in->inits + r * bytes;
    struct wgc_dataset_row *row = &set->row[r];
    for (size_t tries = 0;; tries++) { /* ends: later instances are random and exact */
        const struct wgc_pattern_instance instance = wgc_patterns_next(source->patterns);
        wgc_patterns_fill(source->patterns, &instance, values, inits);
        make_one_init(&set->key, inits);
        const bool rounds = wgc_pattern_rounds(instance.pattern);
        row->pattern = wgc_pattern_name(instance.pattern);
        row->variant = instance.variant;
        row->root = instance.root / wgc_call_width(&set->key.call);
        row->mode = wgc_judge_mode(&set->key.call, rounds);
        const bool repeats =
            (r > 0 && memcmp(values, values - bytes, bytes) == 0) ||
            (r > 1 && r + 1 == set->key.rows && memcmp(values, in->values, bytes) == 0);
        if ((!repeats || tries >= MOST_TRIES) &&
            (!rounds || wgc_dataset_detects_loss(&set->key, values, inits, &source->ends))) {
            return;
        }
    }
}

/* Takes row r over from the dataset with the same input. */
static enum wgc_status copy_row(struct source *source, size_t r, struct wgc_err *err)
{
    struct wgc_dataset *set = source->set;
    const size_t at = r * source->row_bytes;
    const bool rounds = source->like->row[r].mode == WGC_JUDGE_INTERVAL;
    set->row[r] = source->like->row[r];
    set->row[r].mode = wgc_judge_mode(&set->key.call, rounds);
    if (rounds && !wgc_dataset_bound(&set->key, set->input + at,
                                     set->inits == NULL ? NULL : set->inits + at, &source->ends)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "no bound can be given for row %zu of %s", r,
                           set->row[r].pattern);
    }
    return WGC_OK;
}

static enum wgc_status fill_special(struct source *source, size_t r, struct wgc_err *err)
{
    static const char *const names[] = {"", "constant", "uniform", "example", "own"};
    struct wgc_dataset *set = source->set;
    const struct wgc_dataset_key *key = &set->key;
    const struct wgc_dataset_input *in = set->shared;
    unsigned char *values = in->values + r * source->row_bytes;
    unsigned char *inits = in->inits == NULL ? NULL : in->inits + r * source->row_bytes;
    struct wgc_dataset_row *row = &set->row[r];
    wgc_dataset_fill_special(key, r, values, inits);
    make_one_init(key, inits);
    row->pattern = names[key->role];
    row->variant = r;
    row->root = key->role == WGC_ROLE_OWN ? wgc_dataset_own_root(key) : r * 7 % key->roots;
    const bool exact = wgc_dataset_special_is_exact(key, values);
    row->mode = wgc_judge_mode(&key->call, !exact);
    if (!exact && !wgc_dataset_bound(key, values, inits, &source->ends)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "no bound can be given for the %s %" PRId64 " over %zu items of %s",
                           names[key->role], wgc_dataset_literal(key, r), key->items,
                           wgc_type_info(key->call.type)->name);
    }
    return WGC_OK;
}

static enum wgc_status store_interval(struct source *source, size_t r, struct wgc_err *err)
{
    struct wgc_dataset *set = source->set;
    const size_t items = set->key.items, used = set->bounds_count;
    double *bounds = realloc(set->bounds, (used + 2 * items) * sizeof *bounds);
    if (bounds == NULL) {
        return wgc_err_memory(err, "the bounds of a trial");
    }
    memcpy(bounds + used, source->ends.lo, items * sizeof *bounds);
    memcpy(bounds + used + items, source->ends.hi, items * sizeof *bounds);
    set->bounds = bounds;
    set->bounds_count = used + 2 * items;
    set->row[r].bounds = used;
    return WGC_OK;
}

static void poison_row(const struct source *source, size_t r)
{
    const struct wgc_dataset *set = source->set;
    const size_t bytes = source->row_bytes / set->key.items;
    const struct wgc_expectation expectation = wgc_dataset_expectation(set, r);
    unsigned char *poison = set->poison + WGC_GUARD_ITEMS * bytes + r * source->row_bytes;
    const size_t elements = set->key.items * wgc_call_width(&set->key.call);
    if (!set->key.sub_groups) {
        wgc_poison_fill(&expectation, elements, poison);
        return;
    }
    const bool numbers =
        wgc_is_broadcast(set->key.call.kind) || wgc_uses_local_ids(set->key.call.kind);
    wgc_poison_fill_unknown(&expectation, numbers, elements, poison);
}

/* How many rows differ from the row shift further on, in results and in input. */
static size_t differences(const struct wgc_dataset *set, size_t shift, size_t row_bytes)
{
    size_t count = 0;
    for (size_t r = 0; r < set->key.rows; r++) {
        const size_t other = (r + shift) % set->key.rows;
        count += memcmp(set->expected + r * row_bytes, set->expected + other * row_bytes,
                        row_bytes) != 0;
        count += memcmp(set->input + r * row_bytes, set->input + other * row_bytes, row_bytes) != 0;
    }
    return count;
}

/* Each slot uses the rows shift further on than the slot before: different data where possible. */
static void choose_shift(struct wgc_dataset *set, size_t row_bytes)
{
    static const size_t shifts[] = {5, 3, 7, 4, 2, 1};
    size_t best = 0;
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0] && best < 2 * set->key.rows; i++) {
        const size_t found = differences(set, shifts[i], row_bytes);
        if (shifts[i] < set->key.rows && found > best) {
            best = found;
            set->shift = shifts[i];
        }
    }
}

/* A single row has different patterns in different sizes, not always the first. */
static void skip_patterns(const struct source *source)
{
    const struct wgc_dataset_key *key = &source->set->key;
    for (size_t i = key->rows == 1 ? key->items % 8 : 0; i > 0; i--) {
        wgc_patterns_next(source->patterns);
    }
}

/* Makes the input of row r and its mode. */
static enum wgc_status make_row(struct source *source, size_t r, struct wgc_err *err)
{
    if (source->like != NULL) {
        return copy_row(source, r, err);
    }
    if (source->patterns == NULL) {
        return fill_special(source, r, err);
    }
    fill_from_patterns(source, r);
    return WGC_OK;
}

static enum wgc_status fill_rows(struct source *source, struct wgc_err *err)
{
    struct wgc_dataset *set = source->set;
    enum wgc_status status = WGC_OK;
    if (source->patterns != NULL) {
        skip_patterns(source);
    }
    for (size_t r = 0; r < set->key.rows && status == WGC_OK; r++) {
        status = make_row(source, r, err);
        if (status == WGC_OK && set->row[r].mode == WGC_JUDGE_INTERVAL) {
            status = store_interval(source, r, err);
        }
        if (status == WGC_OK) {
            expect_row(source, r);
            poison_row(source, r);
        }
    }
    choose_shift(set, source->row_bytes);
    return status;
}

/* The input of the dataset to share with, or a new one; NULL without memory. */
static struct wgc_dataset_input *share_input(const struct wgc_dataset_key *key,
                                             const struct source *source)
{
    const size_t bytes = key->rows * source->row_bytes;
    const bool has_init = wgc_has_init(key->call.kind);
    struct wgc_dataset_input *in =
        source->like == NULL ? calloc(1, sizeof *in) : source->like->shared;
    if (in != NULL && source->like == NULL) {
        in->values = malloc(bytes);
        in->inits = has_init ? malloc(bytes) : NULL;
    }
    if (in != NULL) {
        in->users++;
    }
    if (in != NULL && (in->values == NULL || (has_init && in->inits == NULL))) {
        release_input(in);
        return NULL;
    }
    return in;
}

static void find_chunks(const struct wgc_dataset_key *key, struct source *source)
{
    source->chunks = (key->items + key->chunk - 1) / key->chunk;
    source->chunk = calloc(source->chunks + 1, sizeof *source->chunk);
    for (size_t c = 0; source->chunk != NULL && c <= source->chunks; c++) {
        source->chunk[c] = c < source->chunks ? c * key->chunk : key->items;
    }
}

struct wgc_pattern_target wgc_dataset_target(const struct wgc_dataset_key *key)
{
    const size_t width = wgc_call_width(&key->call);
    return (struct wgc_pattern_target){
        .call = key->call,
        .items = key->items * width,
        .chunk = key->chunk * width,
        .roots = key->roots * width,
        .fp = key->fp,
        .skips_nan = key->skips_nan,
    };
}

static enum wgc_status allocate(const struct wgc_dataset_key *key, struct source *source)
{
    const size_t bytes = wgc_call_bytes(&key->call);
    const size_t items = key->rows * key->items;
    struct wgc_dataset *set = calloc(1, sizeof *set);
    source->set = set;
    source->row_bytes = key->items * bytes;
    find_chunks(key, source);
    source->ends.lo = calloc(key->items, sizeof(double));
    source->ends.hi = calloc(key->items, sizeof(double));
    if (set == NULL) {
        return WGC_ERR_MEMORY;
    }
    set->key = *key;
    set->shared = share_input(key, source);
    set->expected = malloc(items * bytes);
    set->poison = malloc((items + 2 * (size_t)WGC_GUARD_ITEMS) * bytes);
    set->row = calloc(key->rows, sizeof *set->row);
    const bool patterned = source->like == NULL && key->role == WGC_ROLE_CALL;
    if (patterned) {
        const struct wgc_pattern_target target = wgc_dataset_target(key);
        source->patterns = wgc_patterns_create(&target, key->seed);
    }
    const bool complete = set->shared != NULL && set->expected != NULL && set->poison != NULL &&
                          set->row != NULL && source->chunk != NULL && source->ends.lo != NULL &&
                          source->ends.hi != NULL && (source->patterns != NULL || !patterned);
    if (!complete) {
        return WGC_ERR_MEMORY;
    }
    set->input = set->shared->values;
    set->inits = wgc_has_init(key->call.kind) ? set->shared->inits : NULL;
    const size_t guard = WGC_GUARD_ITEMS * bytes; /* the rows fill the rest */
    memset(set->poison, WGC_POISON_BYTE, guard);
    memset(set->poison + guard + items * bytes, WGC_POISON_BYTE, guard);
    return WGC_OK;
}

/* Order-independent operators can share input rows across reductions and scans. Rows of others must
 * detect a loss of precision: kinds and floating-point traits must match too. */
static bool can_share_rows(const struct wgc_dataset_key *like, const struct wgc_dataset_key *key)
{
    if (wgc_oracle_rounds(&like->call) || wgc_oracle_rounds(&key->call)) {
        return wgc_dataset_kinds_share(like->call.kind, key->call.kind) &&
               wgc_fp_traits_equal(&like->fp, &key->fp);
    }
    return like->call.op != WGC_OP_NONE && key->call.op != WGC_OP_NONE &&
           (wgc_has_init(like->call.kind) || !wgc_has_init(key->call.kind));
}

bool wgc_dataset_can_share(const struct wgc_dataset_key *like, const struct wgc_dataset_key *key)
{
    const struct wgc_pattern_target a = wgc_dataset_target(like);
    const struct wgc_pattern_target b = wgc_dataset_target(key);
    return like->role == WGC_ROLE_CALL && key->role == WGC_ROLE_CALL && like->rows == key->rows &&
           like->seed == key->seed && like->one_init == key->one_init &&
           like->call.op == key->call.op && like->call.type == key->call.type &&
           can_share_rows(like, key) && wgc_patterns_equal(&a, &b);
}

enum wgc_status wgc_dataset_create(const struct wgc_dataset_key *key,
                                   const struct wgc_dataset *like, struct wgc_dataset **out,
                                   struct wgc_err *err)
{
    struct source source = {.like = like};
    enum wgc_status status = allocate(key, &source);
    if (status != WGC_OK) {
        wgc_err_memory(err, "the data of a trial");
    } else {
        status = fill_rows(&source, err);
    }
    wgc_patterns_free(source.patterns);
    free(source.chunk);
    free(source.ends.lo);
    free(source.ends.hi);
    if (status != WGC_OK) {
        wgc_dataset_free(source.set);
        return status;
    }
    const size_t shared = like != NULL ? 0 : source.set->inits == NULL ? 1 : 2;
    source.set->bytes = sizeof *source.set + key->rows * sizeof *source.set->row +
                        (2 + shared) * key->rows * source.row_bytes +
                        source.set->bounds_count * sizeof(double);
    *out = source.set;
    return WGC_OK;
}
