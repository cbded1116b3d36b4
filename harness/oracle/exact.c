#include "oracle/oracle.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "oracle/half.h"
#include "oracle/real.h"
#include "oracle/values.h"

/*
 * The operators. They compute in VALUE: int64_t and uint64_t for all integer types, whose results
 * are then truncated to the type's bits, and double for all floating-point types. Sums and products
 * wrap in SUM.
 */
#define COMBINE(id, arithmetic, value, sum, expression)                                            \
    static inline value combine_##id##_##arithmetic(value a, value b)                              \
    {                                                                                              \
        typedef value VALUE;                                                                       \
        typedef sum SUM __attribute__((unused));                                                   \
        return (VALUE)(expression);                                                                \
    }
#define COMBINE_INTEGER(id, expression)                                                            \
    COMBINE(id, SINT, int64_t, uint64_t, expression)                                               \
    COMBINE(id, UINT, uint64_t, uint64_t, expression)
#define COMBINE_ANY(id, expression)                                                                \
    COMBINE_INTEGER(id, expression)                                                                \
    COMBINE(id, FLOAT, double, double, expression)

COMBINE_ANY(add, (SUM)(a) + (SUM)(b))
COMBINE_ANY(mul, (SUM)(a) * (SUM)(b))
COMBINE_ANY(min, b < a ? b : a)
COMBINE_ANY(max, b > a ? b : a)
COMBINE_INTEGER(and, (a) & (b))
COMBINE_INTEGER(or, (a) | (b))
COMBINE_INTEGER(xor, (a) ^ (b))
COMBINE_INTEGER(logical_and, a != 0 && b != 0)
COMBINE_INTEGER(logical_or, a != 0 || b != 0)
COMBINE_INTEGER(logical_xor, (a != 0) != (b != 0))

/* The layouts of the types of types.def: arithmetic, bits, C type, VALUE, conversions from and to
 * the C type. */
#define LOAD(v)       (v)
#define LOAD_HALF(v)  wgc_half_to_float(v)
#define STORE_HALF(v) wgc_half_from_double(v)
#define INTEGER_LAYOUTS(X, id)                                                                     \
    X(id, SINT, 8, int8_t, int64_t, LOAD, (int8_t))                                                \
    X(id, SINT, 16, int16_t, int64_t, LOAD, (int16_t))                                             \
    X(id, SINT, 32, int32_t, int64_t, LOAD, (int32_t))                                             \
    X(id, SINT, 64, int64_t, int64_t, LOAD, (int64_t))                                             \
    X(id, UINT, 8, uint8_t, uint64_t, LOAD, (uint8_t))                                             \
    X(id, UINT, 16, uint16_t, uint64_t, LOAD, (uint16_t))                                          \
    X(id, UINT, 32, uint32_t, uint64_t, LOAD, (uint32_t))                                          \
    X(id, UINT, 64, uint64_t, uint64_t, LOAD, (uint64_t))
#define FLOAT_LAYOUTS(X, id)                                                                       \
    X(id, FLOAT, 16, uint16_t, double, LOAD_HALF, STORE_HALF)                                      \
    X(id, FLOAT, 32, float, double, LOAD, (float))                                                 \
    X(id, FLOAT, 64, double, double, LOAD, (double))

enum layout {
    LAYOUT_SINT_8,
    LAYOUT_SINT_16,
    LAYOUT_SINT_32,
    LAYOUT_SINT_64,
    LAYOUT_UINT_8,
    LAYOUT_UINT_16,
    LAYOUT_UINT_32,
    LAYOUT_UINT_64,
    LAYOUT_FLOAT_16,
    LAYOUT_FLOAT_32,
    LAYOUT_FLOAT_64,
    LAYOUT_COUNT
};

static const enum layout layouts[WGC_TYPE_COUNT] = {
#define WGC_TYPE(id, class, bits, significand, feature, sets)                                      \
    [WGC_TYPE_##id] = LAYOUT_##class##_##bits,
#include "suite/types.def"
#undef WGC_TYPE
};

struct kernels {
    /* *result = *start op x[0] op ... op x[n-1] */
    void (*reduce)(const void *x, size_t n, const void *start, void *result);
    /* out[i] = *start op x[0] op ... op x[i], or up to x[i-1] */
    void (*scan)(const void *x, size_t n, const void *start, bool exclusive, void *out);
};

#define KERNELS(id, arithmetic, bits, type, value, load, store)                                    \
    static void reduce_##id##_##arithmetic##_##bits(const void *x, size_t n, const void *start,    \
                                                    void *result)                                  \
    {                                                                                              \
        typedef type ITEM __attribute__((may_alias));                                              \
        const ITEM *in = x;                                                                        \
        type first;                                                                                \
        memcpy(&first, start, sizeof first);                                                       \
        value all = (value)load(first);                                                            \
        for (size_t i = 0; i < n; i++) {                                                           \
            all = combine_##id##_##arithmetic(all, (value)load(in[i]));                            \
        }                                                                                          \
        type last = store(all);                                                                    \
        memcpy(result, &last, sizeof last);                                                        \
    }                                                                                              \
    static void scan_##id##_##arithmetic##_##bits(const void *x, size_t n, const void *start,      \
                                                  bool exclusive, void *out)                       \
    {                                                                                              \
        typedef type ITEM __attribute__((may_alias));                                              \
        const ITEM *in = x;                                                                        \
        ITEM *to = out;                                                                            \
        type first;                                                                                \
        memcpy(&first, start, sizeof first);                                                       \
        value all = (value)load(first);                                                            \
        for (size_t i = 0; i < n; i++) {                                                           \
            value before = all;                                                                    \
            all = combine_##id##_##arithmetic(all, (value)load(in[i]));                            \
            to[i] = store(exclusive ? before : all);                                               \
        }                                                                                          \
    }

/* The layouts on which a set of operators (ops.def) is defined. */
#define ON_ARITHMETIC(X, id) INTEGER_LAYOUTS(X, id) FLOAT_LAYOUTS(X, id)
#define ON_MULTIPLY(X, id)   INTEGER_LAYOUTS(X, id) FLOAT_LAYOUTS(X, id)
#define ON_BITWISE(X, id)    INTEGER_LAYOUTS(X, id)
#define ON_LOGICAL(X, id)    INTEGER_LAYOUTS(X, id)

#define WGC_OP(id, sycl, set, ...) ON_##set(KERNELS, id)
#include "suite/ops.def"
#undef WGC_OP

static const struct kernels kernel_table[WGC_OP_COUNT][LAYOUT_COUNT] = {
#define ENTRY(id, arithmetic, bits, type, value, load, store)                                      \
    [LAYOUT_##arithmetic##_##bits] = {                                                             \
        .reduce = reduce_##id##_##arithmetic##_##bits,                                             \
        .scan = scan_##id##_##arithmetic##_##bits,                                                 \
    },
#define WGC_OP(id, sycl, set, ...) [WGC_OP_##id] = {ON_##set(ENTRY, id)},
#include "suite/ops.def"
#undef WGC_OP
};

uint64_t wgc_oracle_combine(enum wgc_op op, bool is_signed, uint64_t a, uint64_t b)
{
    switch (op) {
#define WGC_OP(id, ...)                                                                            \
    case WGC_OP_##id:                                                                              \
        return is_signed ? (uint64_t)combine_##id##_SINT((int64_t)a, (int64_t)b)                   \
                         : combine_##id##_UINT(a, b);
#include "suite/ops.def"
#undef WGC_OP
    case WGC_OP_COUNT:
        break;
    }
    return 0;
}

static void fill(void *out, const void *value, size_t bytes, size_t n)
{
    if (n > 0) {
        memcpy(out, value, bytes);
        wgc_value_repeat(out, bytes, n);
    }
}

static double float_identity(enum wgc_identity identity)
{
    switch (identity) {
    case WGC_IDENTITY_ONE:
        return 1;
    case WGC_IDENTITY_HIGHEST:
        return INFINITY;
    case WGC_IDENTITY_LOWEST:
        return -INFINITY;
    case WGC_IDENTITY_ZERO:
    case WGC_IDENTITY_ALL_ONES: /* this and the following are for integers only */
    case WGC_IDENTITY_TRUE:
    case WGC_IDENTITY_FALSE:
        break;
    }
    return 0;
}

uint64_t wgc_oracle_integer_identity(enum wgc_op op, bool is_signed, unsigned bits)
{
    const uint64_t all_ones = UINT64_MAX >> (64 - bits);
    switch (wgc_op_info(op)->identity) {
    case WGC_IDENTITY_ONE:
    case WGC_IDENTITY_TRUE:
        return 1;
    case WGC_IDENTITY_ALL_ONES:
        return all_ones;
    case WGC_IDENTITY_HIGHEST:
        return is_signed ? all_ones >> 1 : all_ones;
    case WGC_IDENTITY_LOWEST:
        return is_signed ? ~(all_ones >> 1) : 0;
    case WGC_IDENTITY_ZERO:
    case WGC_IDENTITY_FALSE:
        break;
    }
    return 0;
}

void wgc_oracle_identity(enum wgc_op op, enum wgc_type type, void *value)
{
    const struct wgc_type_info *info = wgc_type_info(type);
    if (info->value_class != WGC_FLOAT) {
        const bool is_signed = info->value_class == WGC_SINT;
        wgc_value_store(wgc_oracle_integer_identity(op, is_signed, 8 * (unsigned)info->bytes),
                        info->bytes, value);
    } else {
        wgc_real_store(type, float_identity(wgc_op_info(op)->identity), value, 0);
    }
}

static void reduce(const struct kernels *kernels, size_t bytes, const void *x, size_t n,
                   const void *start, void *expected)
{
    uint64_t result; /* room for one value of any type */
    kernels->reduce(x, n, start, &result);
    fill(expected, &result, bytes, n);
}

static void reduce_clusters(const struct kernels *kernels, size_t bytes, const void *x, size_t n,
                            const void *start, size_t cluster, void *expected)
{
    for (size_t i = 0; i < n; i += cluster) {
        size_t here = n - i < cluster ? n - i : cluster;
        reduce(kernels, bytes, (const char *)x + i * bytes, here, start,
               (char *)expected + i * bytes);
    }
}

/* The first item from `from` on with a number, or `to`. */
static size_t first_number(enum wgc_type type, const void *x, size_t from, size_t to)
{
    while (from < to && isnan(wgc_real_load(type, x, from))) {
        from++;
    }
    return from;
}

static void put_nan(enum wgc_type type, size_t from, size_t to, void *expected)
{
    for (size_t i = from; i < to; i++) {
        wgc_real_store(type, (double)NAN, expected, i);
    }
}

/*
 * SPIR-V's OpGroupNonUniformFMin and OpGroupNonUniformFMax ignore a NaN if another value is a
 * number; the result of an invocation with only NaNs is undefined. Stores a NaN for each undefined
 * result of a min or max of one group: x and expected as for wgc_oracle_exact.
 */
static void mark_undefined(const struct wgc_call *call, const void *x, size_t n, void *expected)
{
    const enum wgc_type type = call->type;
    if (!wgc_real_any_nan(type, x, n)) {
        return;
    }
    const size_t number = first_number(type, x, 0, n);
    switch (call->kind) {
    case WGC_KIND_REDUCE:
        put_nan(type, 0, number == n ? n : 0, expected);
        break;
    case WGC_KIND_SCAN_INCLUSIVE:
        put_nan(type, 0, number, expected);
        break;
    case WGC_KIND_SCAN_EXCLUSIVE: /* the first item always gets the identity */
        put_nan(type, 1, number < n ? number + 1 : n, expected);
        break;
    case WGC_KIND_CLUSTERED_REDUCE:
        for (size_t from = 0; from < n; from += call->cluster) {
            const size_t to = n - from < call->cluster ? n : from + call->cluster;
            if (first_number(type, x, from, to) == to) {
                put_nan(type, from, to, expected);
            }
        }
        break;
    case WGC_KIND_REDUCE_INIT: /* an initial value is a number */
    case WGC_KIND_SCAN_EXCLUSIVE_INIT:
    case WGC_KIND_SCAN_INCLUSIVE_INIT:
    case WGC_KINDS_OF_GROUPS:
    case WGC_KINDS_OF_BALLOTS:
    case WGC_KINDS_OF_COPIES:
        break;
    }
}

/* A fold, ready for each part. */
struct fold {
    const struct wgc_call *call;
    const struct kernels *kernels;
    size_t bytes;
    uint64_t identity; /* one value of the type; for sums -0, which keeps the sign of every zero */
    bool order;        /* min or max of floating-point values */
};

static struct fold fold_of(const struct wgc_call *call)
{
    const enum wgc_op op = call->kind == WGC_KIND_ALL   ? WGC_OP_logical_and
                           : call->kind == WGC_KIND_ANY ? WGC_OP_logical_or
                                                        : call->op;
    const struct wgc_type_info *type = wgc_type_info(call->type);
    struct fold fold = {
        .call = call, .kernels = &kernel_table[op][layouts[call->type]], .bytes = type->bytes};
    wgc_oracle_identity(op, call->type, &fold.identity);
    if (type->value_class == WGC_FLOAT) {
        fold.order = !wgc_oracle_rounds(call);
        if (op == WGC_OP_add) {
            wgc_real_store(call->type, -0.0, &fold.identity, 0);
        }
    }
    return fold;
}

static void fold_part(const struct fold *fold, const void *x, size_t n, const void *init,
                      void *expected)
{
    uint64_t start = fold->identity;
    if (init != NULL) { /* a truth value becomes 0 or 1 */
        fold->kernels->reduce(init, 1, &fold->identity, &start);
    }
    switch (fold->call->kind) {
    case WGC_KIND_SCAN_EXCLUSIVE:
    case WGC_KIND_SCAN_EXCLUSIVE_INIT:
        fold->kernels->scan(x, n, &start, true, expected);
        break;
    case WGC_KIND_SCAN_INCLUSIVE:
    case WGC_KIND_SCAN_INCLUSIVE_INIT:
        fold->kernels->scan(x, n, &start, false, expected);
        break;
    case WGC_KIND_CLUSTERED_REDUCE:
        reduce_clusters(fold->kernels, fold->bytes, x, n, &start, fold->call->cluster, expected);
        break;
    case WGC_KIND_REDUCE:
    case WGC_KIND_REDUCE_INIT:
    case WGC_KINDS_OF_GROUPS: /* of these all and any */
    case WGC_KINDS_OF_BALLOTS:
    case WGC_KINDS_OF_COPIES:
        reduce(fold->kernels, fold->bytes, x, n, &start, expected);
        break;
    }
    if (fold->order) {
        mark_undefined(fold->call, x, n, expected);
    }
}

void wgc_oracle_exact_parts(const struct wgc_call *call, const void *x, const size_t *first,
                            size_t count, const void *inits, size_t root, void *expected)
{
    const size_t bytes = wgc_call_bytes(call);
    const bool broadcast = wgc_is_broadcast(call->kind);
    struct fold fold = {0};
    if (call->kind == WGC_KIND_MAPPING) {
        memcpy(expected, x, first[count] * bytes);
        return;
    }
    if (!broadcast) {
        fold = fold_of(call);
    }
    for (size_t p = 0; p < count; p++) {
        const size_t n = first[p + 1] - first[p];
        const char *from = (const char *)x + first[p] * bytes;
        char *to = (char *)expected + first[p] * bytes;
        if (!broadcast) {
            fold_part(&fold, from, n, inits == NULL ? NULL : (const char *)inits + p * bytes, to);
        } else if (n > 0) {
            fill(to, from + (root + p) % n * bytes, bytes, n);
        }
    }
}

void wgc_oracle_exact(const struct wgc_call *call, const void *x, size_t n, const void *init,
                      size_t root, void *expected)
{
    const size_t first[] = {0, n};
    wgc_oracle_exact_parts(call, x, first, 1, init, root, expected);
}

bool wgc_oracle_rounds(const struct wgc_call *call)
{
    const enum wgc_real real =
        call->op == WGC_OP_NONE ? WGC_REAL_NONE : wgc_op_info(call->op)->real;
    return wgc_type_info(call->type)->value_class == WGC_FLOAT &&
           (real == WGC_REAL_SUM || real == WGC_REAL_PRODUCT);
}
