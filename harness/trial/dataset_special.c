/* The data of slots without patterns: a constant, one value for all items, the example, numbers
 * made of ids. */
#include <string.h>

#include "oracle/real.h"
#include "oracle/values.h"
#include "patterns/random.h"
#include "trial/dataset.h"

static const struct wgc_type_info *info_of(const struct wgc_dataset_key *key)
{
    return wgc_type_info(key->call.type);
}

static void put_integer(const struct wgc_dataset_key *key, size_t i, int64_t value, void *values)
{
    const size_t bytes = info_of(key)->bytes;
    wgc_value_store((uint64_t)value, bytes, (unsigned char *)values + i * bytes);
}

/* value: small enough to be exact in every type. */
static void put(const struct wgc_dataset_key *key, size_t i, double value, void *values)
{
    if (info_of(key)->value_class != WGC_FLOAT) {
        put_integer(key, i, (int64_t)value, values);
        return;
    }
    wgc_real_store(key->call.type, value, values, i);
}

/* The largest magnitude of equal terms whose sum with an initial value is exact; 0 for none. */
static double most_in_sum(const struct wgc_dataset_key *key)
{
    const uint64_t units = (uint64_t)1 << (info_of(key)->significand - 1);
    const uint64_t most = units / key->items;
    return (double)(most < 100 ? most : 100);
}

/*
 * Whether a product of that many twos stays in range. Otherwise it is infinite, except on devices
 * that round to zero.
 */
static bool powers_fit(const struct wgc_dataset_key *key)
{
    const unsigned exponent_bits = 8 * (unsigned)info_of(key)->bytes - info_of(key)->significand;
    return key->items < (size_t)1 << (exponent_bits - 1);
}

static double uniform_value(const struct wgc_dataset_key *key, size_t r)
{
    struct wgc_random random = wgc_random_start(key->seed, 0x756e69666f726du, r);
    const uint64_t some = wgc_random_next(&random);
    const bool truth = wgc_is_truth(key->call.kind, key->call.op);
    if (truth) {
        static const double truths[] = {0, 1, 0, -1, 0, 65536, 0, 256, 0, -2147483648.0};
        return truths[r % (sizeof truths / sizeof truths[0])];
    }
    if (!wgc_oracle_rounds(&key->call)) {
        const double value = (double)(some % 1000) + (double)(r % 2 == 0) * 1000;
        return info_of(key)->bytes == 1 ? (double)(r * 5 % 64) : value;
    }
    if (key->call.op == WGC_OP_mul) {
        static const double factors[] = {1, -1, 0, -2, 2};
        return factors[r % (powers_fit(key) ? 5 : 3)];
    }
    const double most = most_in_sum(key);
    const double value = most < 1 ? 0.5 * (double)(r % 3) : 1 + (double)(some % (uint64_t)most);
    return r % 2 == 0 ? value : -value;
}

/* What kernels of slot OWN make of the id of an item (generator/kernels_alone.py). */
static double own_value(const struct wgc_dataset_key *key, size_t i)
{
    enum { ODD_ONE = 11 }; /* the local id whose truth value differs from all others */
    const enum wgc_kind kind = key->call.kind;
    const bool vote = wgc_is_truth(kind, key->call.op) && key->call.op != WGC_OP_logical_xor;
    if (vote || kind == WGC_KIND_ALL_EQUAL) {
        return (i == ODD_ONE) != wgc_is_conjunction(kind, key->call.op) ? 1 : 0;
    }
    if (key->call.op != WGC_OP_mul) {
        return (double)i;
    }
    if (info_of(key)->value_class == WGC_FLOAT) { /* a product of ids would overflow */
        return i % 2 == 0 ? 1 : -1;
    }
    return (double)(2 * i + 1);
}

size_t wgc_dataset_own_root(const struct wgc_dataset_key *key)
{
    return key->sub_groups ? 0 : key->items - 1;
}

int64_t wgc_dataset_literal(const struct wgc_dataset_key *key, size_t r)
{
    return r == 0 || r > WGC_MORE_LITERALS ? key->constant : key->more[r - 1];
}

static double special_value(const struct wgc_dataset_key *key, size_t r, size_t i)
{
    static const double example[] = {3, 1, 7, 0, 4, 1, 6, 3};
    switch (key->role) {
    case WGC_ROLE_CONSTANT:
        return (double)wgc_dataset_literal(key, r);
    case WGC_ROLE_UNIFORM:
        return uniform_value(key, r);
    case WGC_ROLE_OWN:
        return own_value(key, i);
    default: /* the standard's has 8 items; zeros follow, and sums stay exact */
        return i < sizeof example / sizeof example[0] ? example[i] : 0;
    }
}

void wgc_dataset_fill_special(const struct wgc_dataset_key *key, size_t r, void *values,
                              void *inits)
{
    const bool is_integer_constant =
        key->role == WGC_ROLE_CONSTANT && info_of(key)->value_class != WGC_FLOAT;
    for (size_t i = 0; i < key->items * wgc_call_width(&key->call); i++) {
        if (is_integer_constant) {
            put_integer(key, i, wgc_dataset_literal(key, r), values);
        } else {
            put(key, i, special_value(key, r, i), values);
        }
        if (inits != NULL) { /* small, so that sums stay exact */
            put(key, i, (double)((i + r) * 3 % 8), inits);
        }
    }
}

bool wgc_dataset_special_is_exact(const struct wgc_dataset_key *key, const void *values)
{
    if (!wgc_oracle_rounds(&key->call)) {
        return true;
    }
    if (key->role == WGC_ROLE_EXAMPLE) { /* sum 25, products of at most 63 * 4 * 18 with a zero */
        return true;
    }
    const uint64_t whole = (uint64_t)1 << info_of(key)->significand;
    if (key->role == WGC_ROLE_OWN) {
        return key->call.op == WGC_OP_mul || key->items * (key->items - 1) / 2 <= whole;
    }
    const double value = wgc_real_load(key->call.type, values, 0);
    const double magnitude = value < 0 ? -value : value;
    if (key->call.op == WGC_OP_mul) {
        return magnitude <= 1 ? magnitude == 0 || magnitude == 1
                              : magnitude == 2 && powers_fit(key);
    }
    return magnitude * (double)key->items + 8 <= (double)whole;
}
