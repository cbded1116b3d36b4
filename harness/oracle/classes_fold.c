/* Reductions: all members of a part have the same result, which the part's values make. */
#include "oracle/classes_fold.h"

#include <math.h>
#include <string.h>

#include "oracle/real.h"
#include "oracle/values.h"

enum { VALUE_BYTES = 8 };

static bool is_real(const struct wgc_one_class *in)
{
    return wgc_type_info(in->call->type)->value_class == WGC_FLOAT;
}

static const char *value_at(const struct wgc_one_class *in, const char *values, size_t k)
{
    return values + k * in->bytes;
}

void wgc_class_combine(const struct wgc_one_class *in, const void *a, const void *b, void *to)
{
    struct wgc_call call = *in->call;
    char pair[2 * VALUE_BYTES], result[2 * VALUE_BYTES];
    call.kind = WGC_KIND_REDUCE;
    memcpy(pair, a, in->bytes);
    memcpy(pair + in->bytes, b, in->bytes);
    wgc_oracle_exact(&call, pair, 2, NULL, 0, result);
    memcpy(to, result, in->bytes);
}

/* Two results that one part may have. */
static bool same_result(const struct wgc_one_class *in, size_t a, size_t b)
{
    const char *x = value_at(in, in->actual, a), *y = value_at(in, in->actual, b);
    if (wgc_is_truth(in->call->kind, in->call->op)) {
        return wgc_value_is_zero(x, in->bytes) == wgc_value_is_zero(y, in->bytes);
    }
    return memcmp(x, y, in->bytes) == 0 || (is_real(in) && wgc_real_load(in->call->type, x, 0) ==
                                                               wgc_real_load(in->call->type, y, 0));
}

/* -- values of which no two different sets combine to the same value -- */

/* The bits of an integer, or a floating-point value that is one; 0 for any other value. */
static uint64_t number_of(const struct wgc_one_class *in, const char *value)
{
    uint64_t bits = 0;
    if (is_real(in)) {
        const double number = wgc_real_load(in->call->type, value, 0);
        return number >= 1 && number < 0x1p63 && floor(number) == number ? (uint64_t)number : 0;
    }
    for (size_t i = 0; i < in->bytes; i++) {
        const uint16_t probe = 1;
        const bool little = *(const unsigned char *)&probe == 1;
        bits |= (uint64_t)(unsigned char)value[little ? i : in->bytes - 1 - i] << 8 * i;
    }
    return bits;
}

/* The greatest number that the type has exactly, with all below it. */
static uint64_t greatest_of(const struct wgc_one_class *in)
{
    const unsigned bits =
        is_real(in) ? wgc_type_info(in->call->type)->significand : (unsigned)in->bytes * 8;
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/*
 * Whether the values have disjoint bits, or for products no common divisor, and what all of them
 * make is a number of the type: the result of a part then names its members.
 */
static bool names_members(const struct wgc_one_class *in, const char *values, size_t count)
{
    const uint64_t greatest = greatest_of(in);
    const bool product = in->call->op == WGC_OP_mul;
    uint64_t all = product ? 1 : 0;
    if (wgc_is_logical(in->call->op)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        const uint64_t number = number_of(in, value_at(in, values, k));
        if (number == 0 ||
            (product ? number == 1 || common_divisor(all, number) != 1 || all > greatest / number
                     : (all & number) != 0 || (all | number) > greatest)) {
            return false;
        }
        all = product ? all * number : all | number;
    }
    return true;
}

/* -- the search for parts -- */

struct search {
    const struct wgc_one_class *in;
    const char *target;
    char *value;   /* different ones */
    size_t *count; /* how many of each are left */
    size_t values, left, steps;
};

static enum wgc_explained next_part(struct search *search);

/* Continues a part that has the value so far, with values from number `from` on. */
static enum wgc_explained extend(struct search *search, const char *so_far, size_t from)
{
    const struct wgc_one_class *in = search->in;
    enum wgc_explained found = WGC_CONTRADICTED;
    if (in->is_right(in->context, so_far, search->target)) {
        found = next_part(search);
    }
    for (size_t v = from; v < search->values && found == WGC_CONTRADICTED; v++) {
        char more[VALUE_BYTES];
        if (search->count[v] == 0) {
            continue;
        }
        if (search->steps == 0) {
            return WGC_UNDECIDED;
        }
        search->steps--;
        search->count[v]--;
        search->left--;
        wgc_class_combine(in, so_far, value_at(in, search->value, v), more);
        found = extend(search, more, v);
        search->count[v]++;
        search->left++;
    }
    return found;
}

/* Makes parts of the values that are left. */
static enum wgc_explained next_part(struct search *search)
{
    size_t v = 0;
    if (search->left == 0) {
        return WGC_EXPLAINED;
    }
    while (search->count[v] == 0) {
        v++;
    }
    search->count[v]--;
    search->left--;
    const enum wgc_explained found = extend(search, value_at(search->in, search->value, v), v);
    search->count[v]++;
    search->left++;
    return found;
}

/* Whether count values, none of which is the identity, can be divided into parts that each have the
 * target value. */
static enum wgc_explained divide(const struct wgc_one_class *in, const char *target, char *values,
                                 size_t count)
{
    struct search search = {.in = in,
                            .target = target,
                            .value = values,
                            .count = in->mark,
                            .left = count,
                            .steps = WGC_EXPLAIN_STEPS};
    if (names_members(in, values, count)) { /* two parts never have the same value */
        return WGC_CONTRADICTED;
    }
    for (size_t k = 0; k < count; k++) {
        size_t v = 0;
        while (v < search.values &&
               memcmp(value_at(in, values, v), value_at(in, values, k), in->bytes) != 0) {
            v++;
        }
        if (v == search.values) {
            memmove(values + v * in->bytes, value_at(in, values, k), in->bytes);
            search.count[search.values++] = 0;
        }
        search.count[v]++;
    }
    return next_part(&search);
}

/* Parts with one result make it together too, by these operators. */
static bool is_idempotent(enum wgc_op op)
{
    return op == WGC_OP_min || op == WGC_OP_max || op == WGC_OP_and || op == WGC_OP_or ||
           op == WGC_OP_logical_and || op == WGC_OP_logical_or;
}

/* Judges the members that have the result of member `first`; marks them. */
static enum wgc_explained explain_result(const struct wgc_one_class *in, size_t first)
{
    char total[VALUE_BYTES], identity[VALUE_BYTES];
    const char *target = value_at(in, in->actual, first);
    size_t count = 0;
    bool right = true;
    for (size_t k = first; k < in->count; k++) {
        if (!in->done[k] && same_result(in, first, k)) {
            memcpy(in->room + count++ * in->bytes, value_at(in, in->x, k), in->bytes);
        }
    }
    wgc_oracle_exact(in->call, in->room, count, NULL, 0, in->room + count * in->bytes);
    memcpy(total, in->room + count * in->bytes, in->bytes);
    for (size_t k = first; k < in->count; k++) {
        if (!in->done[k] && same_result(in, first, k)) {
            right = right && in->is_right(in->context, total, value_at(in, in->actual, k));
            in->done[k] = true;
        }
    }
    wgc_oracle_identity(in->call->op, in->call->type, identity);
    if (right || is_idempotent(in->call->op) || in->is_right(in->context, identity, target)) {
        return right ? WGC_EXPLAINED : WGC_CONTRADICTED;
    }
    size_t rest = 0; /* an identity may be in any part */
    for (size_t k = 0; k < count; k++) {
        if (memcmp(value_at(in, in->room, k), identity, in->bytes) != 0) {
            memmove(in->room + rest++ * in->bytes, value_at(in, in->room, k), in->bytes);
        }
    }
    return rest == 0 ? WGC_CONTRADICTED : divide(in, target, in->room, rest);
}

enum wgc_explained wgc_explain_fold(const struct wgc_one_class *in)
{
    enum wgc_explained found = WGC_EXPLAINED;
    memset(in->done, 0, in->count * sizeof *in->done);
    for (size_t k = 0; k < in->count && found != WGC_CONTRADICTED; k++) {
        const enum wgc_explained one = in->done[k] ? WGC_EXPLAINED : explain_result(in, k);
        found = one == WGC_EXPLAINED ? found : one;
    }
    return found;
}
