#include "oracle/classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/classes_fold.h"
#include "oracle/real.h"
#include "oracle/values.h"

enum { WORD_BITS = 32, BALLOT_WORDS = 4 };

/* One class of a sub-group. */
struct judged {
    const struct wgc_call *call;
    const struct wgc_classes *classes;
    const char *x, *actual; /* of the sub-group */
    size_t bytes;
    bool *active;   /* classes->n: the members */
    size_t *member; /* their local ids, in order */
    size_t count;
    char *values; /* room: 4 * n values */
    bool *flag;   /* room: n */
    size_t *room; /* room: n */
};

static const char *operand(const struct judged *in, size_t id)
{
    return in->x + id * in->bytes;
}

static const char *result(const struct judged *in, size_t id)
{
    return in->actual + id * in->bytes;
}

static bool is_right(const struct judged *in, const void *expected, size_t id)
{
    return in->classes->is_right(in->classes->context, expected, result(in, id));
}

static bool is_true(const char *value, size_t bytes)
{
    return !wgc_value_is_zero(value, bytes);
}

static enum wgc_explained verdict(bool explained)
{
    return explained ? WGC_EXPLAINED : WGC_CONTRADICTED;
}

/* -- votes -- */

/* all and any: `rare` is the value that decides a part. Those that have the rare result and do not
 * pass it need one that does. */
static bool explain_vote(const struct judged *in, bool rare)
{
    bool passed = false, needed = false;
    for (size_t k = 0; k < in->count; k++) {
        const size_t id = in->member[k];
        const bool passes = is_true(operand(in, id), in->bytes) == rare;
        const bool gets = is_true(result(in, id), in->bytes) == rare;
        if (passes && !gets) {
            return false;
        }
        passed = passed || passes;
        needed = needed || (gets && !passes);
    }
    return passed || !needed;
}

/* The first of each part gets true, the others false. */
static bool explain_elect(const struct judged *in)
{
    return is_true(result(in, in->member[0]), in->bytes);
}

/* A part of one work-item has equal values, or a NaN. Those that get false are right as one part if
 * they are in any. */
static bool explain_all_equal(const struct judged *in)
{
    const size_t n = in->classes->n;
    struct wgc_lanes lanes = {n, in->classes->max_size, in->active, in->classes->argument,
                              in->classes->spirv};
    bool right = true;
    for (size_t k = 0; k < in->count; k++) {
        const size_t id = in->member[k];
        in->active[id] = !is_true(result(in, id), in->bytes);
    }
    wgc_oracle_lanes(in->call, &lanes, in->x, in->values, in->flag);
    for (size_t k = 0; k < in->count; k++) {
        const size_t id = in->member[k];
        char *expected = in->values + id * in->bytes;
        if (in->active[id]) {
            right = right && (!in->flag[id] || is_right(in, expected, id));
        } else { /* true is a number that the function has for equal values */
            struct wgc_call alone = *in->call;
            bool defined = false;
            lanes = (struct wgc_lanes){1, 1, NULL, NULL, false};
            wgc_oracle_lanes(&alone, &lanes, operand(in, id), expected, &defined);
            right = right && (!defined || is_right(in, expected, id));
        }
    }
    for (size_t k = 0; k < in->count; k++) {
        in->active[in->member[k]] = true;
    }
    return right;
}

/* -- ballots -- */

static bool bit_of(const char *ballot, size_t bit)
{
    uint32_t word;
    memcpy(&word, ballot + bit / WORD_BITS * sizeof word, sizeof word);
    return (word >> bit % WORD_BITS & 1) != 0;
}

/* Those whose bits are in a result are in that part, have the result, and passed true. */
static bool explain_ballot(const struct judged *in)
{
    for (size_t k = 0; k < in->count; k++) {
        const size_t id = in->member[k];
        const char *ballot = result(in, id);
        uint32_t predicate;
        memcpy(&predicate, operand(in, id), sizeof predicate);
        if (predicate != 0 && id < BALLOT_WORDS * WORD_BITS && !bit_of(ballot, id)) {
            return false;
        }
        for (size_t bit = 0; bit < BALLOT_WORDS * WORD_BITS; bit++) {
            if (!bit_of(ballot, bit)) {
                continue;
            }
            if (bit >= in->classes->n || !in->active[bit]) {
                return false;
            }
            memcpy(&predicate, operand(in, bit), sizeof predicate);
            if (predicate == 0 || memcmp(ballot, result(in, bit), in->bytes) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* -- values of other work-items -- */

/* The first of a part has its own value, and so have the others. */
static bool explain_first(const struct judged *in)
{
    for (size_t k = 0; k < in->count; k++) {
        bool found = false;
        for (size_t f = 0; f <= k && !found; f++) {
            const size_t first = in->member[f];
            found = is_right(in, operand(in, first), first) &&
                    is_right(in, operand(in, first), in->member[k]);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

/* As a part of its own: where its result is defined there, every other part gives the same. */
static bool explain_alone(const struct judged *in)
{
    const size_t n = in->classes->n;
    const struct wgc_lanes lanes = {n, in->classes->max_size, in->active, in->classes->argument,
                                    in->classes->spirv};
    bool right = true;
    memset(in->active, 0, n * sizeof *in->active);
    for (size_t k = 0; k < in->count; k++) {
        const size_t id = in->member[k];
        in->active[id] = true;
        wgc_oracle_lanes(in->call, &lanes, in->x, in->values, in->flag);
        char *expected = in->values + id * in->bytes;
        const bool known =
            in->flag[id] || wgc_oracle_known_of(in->call, &lanes, id, result(in, id), expected);
        right = right && (!known || is_right(in, expected, id));
        in->active[id] = false;
    }
    for (size_t k = 0; k < in->count; k++) {
        in->active[in->member[k]] = true;
    }
    return right;
}

/* -- reductions and scans -- */

/* A minimum or maximum takes another value than a NaN, and alone it may be anything: a NaN may be
 * in any part, and its own result is free. */
static bool is_free(const struct judged *in, size_t id)
{
    const struct wgc_call *call = in->call;
    return (call->op == WGC_OP_min || call->op == WGC_OP_max) &&
           wgc_type_info(call->type)->value_class == WGC_FLOAT &&
           isnan(wgc_real_load(call->type, in->x, id));
}

/* The members with local ids from `from` on to before `to`. */
static enum wgc_explained explain_range(const struct judged *in, size_t from, size_t to)
{
    struct wgc_call call = *in->call;
    char *x = in->values, *actual = x + in->classes->n * in->bytes;
    struct wgc_one_class part = {.call = &call,
                                 .bytes = in->bytes,
                                 .x = x,
                                 .actual = actual,
                                 .is_right = in->classes->is_right,
                                 .context = in->classes->context,
                                 .mark = in->room,
                                 .done = in->flag};
    part.room = actual + in->classes->n * in->bytes;
    for (size_t k = 0; k < in->count; k++) {
        const size_t id = in->member[k];
        if (id >= from && id < to && !is_free(in, id)) {
            memcpy(x + part.count * in->bytes, operand(in, id), in->bytes);
            memcpy(actual + part.count++ * in->bytes, result(in, id), in->bytes);
        }
    }
    if (call.kind != WGC_KIND_CLUSTERED_REDUCE && call.kind != WGC_KIND_REDUCE) {
        return wgc_explain_scan(&part);
    }
    call.kind = WGC_KIND_REDUCE;
    return wgc_explain_fold(&part);
}

static enum wgc_explained explain_values(const struct judged *in)
{
    const size_t n = in->classes->n;
    const bool clusters = in->call->kind == WGC_KIND_CLUSTERED_REDUCE;
    const size_t step = clusters ? in->call->cluster : n;
    enum wgc_explained found = WGC_EXPLAINED;
    const size_t end = in->classes->spirv ? wgc_spirv_determined(in->call, n) : n;
    for (size_t from = 0; from < end && found != WGC_CONTRADICTED; from += step) {
        const enum wgc_explained one = explain_range(in, from, from + step);
        found = one == WGC_EXPLAINED ? found : one;
    }
    return found;
}

static enum wgc_explained explain_class(const struct judged *in)
{
    if (wgc_uses_local_ids(in->call->kind)) {
        return verdict(in->call->kind == WGC_KIND_ELECT             ? explain_elect(in)
                       : in->call->kind == WGC_KIND_ALL_EQUAL       ? explain_all_equal(in)
                       : in->call->kind == WGC_KIND_BALLOT          ? explain_ballot(in)
                       : in->call->kind == WGC_KIND_BROADCAST_FIRST ? explain_first(in)
                                                                    : explain_alone(in));
    }
    if (in->call->kind == WGC_KIND_ALL || in->call->kind == WGC_KIND_ANY) {
        return verdict(explain_vote(in, in->call->kind == WGC_KIND_ANY));
    }
    return explain_values(in);
}

/* Collects the class of work-item `first`; false if it has none, or was in an earlier one. */
static bool collect(struct judged *in, size_t first)
{
    const uint32_t *class_of = in->classes->class_of;
    in->count = 0;
    if (class_of[first] == WGC_NO_CLASS) {
        return false;
    }
    for (size_t id = 0; id < in->classes->n; id++) {
        in->active[id] = class_of[id] == class_of[first];
        if (in->active[id]) {
            in->member[in->count++] = id;
        }
    }
    return in->member[0] == first;
}

enum wgc_status wgc_oracle_explain(const struct wgc_call *call, const struct wgc_classes *classes,
                                   const void *x, const void *actual, enum wgc_explained *explained,
                                   struct wgc_err *err)
{
    const size_t n = classes->n, bytes = wgc_call_bytes(call);
    struct judged in = {.call = call, .classes = classes, .x = x, .actual = actual, .bytes = bytes};
    in.active = calloc(2 * n + 1, sizeof *in.active);
    in.member = calloc(2 * n + 1, sizeof *in.member);
    in.values = calloc(4 * n + 1, bytes);
    const bool memory = in.active != NULL && in.member != NULL && in.values != NULL;
    *explained = WGC_EXPLAINED;
    for (size_t first = 0; memory && first < n && *explained != WGC_CONTRADICTED; first++) {
        in.flag = in.active + n;
        in.room = in.member + n;
        if (collect(&in, first)) {
            const enum wgc_explained one = explain_class(&in);
            *explained = one == WGC_EXPLAINED ? *explained : one;
        }
    }
    free(in.active);
    free(in.member);
    free(in.values);
    return memory ? WGC_OK : wgc_err_memory(err, "the classes of a sub-group");
}
