#include "values.h"

#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <string.h>

#include "oracle/half.h"

const struct type types[] = {
#define WGC_TYPE(id, class, bits, significand, feature, sets) {#id, class, bits, #feature, #sets},
#include "../../suite/types.def"
#undef WGC_TYPE
};
const size_t type_count = sizeof types / sizeof *types;

const struct operator_row operators[OP_COUNT] = {
#define WGC_OP(id, sycl, set, ...) {#id, #set},
#include "../../suite/ops.def"
#undef WGC_OP
};

const struct function functions[] = {
#define WGC_FUNCTION(name, kind, scope, ops, types, widths, feature, spirv_feature)                \
    {name, #kind, #scope, #ops, #types, #widths, #feature},
#include "../../suite/functions.def"
#undef WGC_FUNCTION
};
const size_t function_count = sizeof functions / sizeof *functions;

static union value highest(const struct type *type)
{
    union value v;
    if (type->class == FLOAT)
        v.f = INFINITY;
    else
        v.u = UINT64_MAX >> (64 - type->bits + (type->class == SINT));
    return v;
}

static union value lowest(const struct type *type)
{
    union value v = {.u = 0};
    if (type->class == FLOAT)
        v.f = -INFINITY;
    else if (type->class == SINT)
        v.i = -highest(type).i - 1;
    return v;
}

static union value small_integer(const struct type *type, int n)
{
    union value v = {.i = n};
    if (type->class == FLOAT)
        v.f = n;
    return v;
}

/* Cuts an integer down to the type's bits and extends it again. */
static union value wrapped(const struct type *type, uint64_t bits)
{
    union value v = {.u = bits};
    if (type->bits < 64) {
        v.u &= (UINT64_C(1) << type->bits) - 1;
        if (type->class == SINT && (v.u >> (type->bits - 1)) != 0)
            v.u |= ~((UINT64_C(1) << type->bits) - 1);
    }
    return v;
}

union value identity_of(enum op op, const struct type *type)
{
    switch (op) {
    case OP_min:
        return highest(type);
    case OP_max:
        return lowest(type);
    case OP_mul:
    case OP_logical_and:
        return small_integer(type, 1);
    case OP_and:
        return wrapped(type, UINT64_MAX);
    default:
        return small_integer(type, 0);
    }
}

static bool below(const struct type *type, union value a, union value b)
{
    return type->class == FLOAT ? a.f < b.f : type->class == SINT ? a.i < b.i : a.u < b.u;
}

union value combine(enum op op, const struct type *type, union value a, union value b)
{
    bool is_float = type->class == FLOAT;
    switch (op) {
    case OP_min:
        return below(type, b, a) ? b : a;
    case OP_max:
        return below(type, a, b) ? b : a;
    case OP_add:
        return is_float ? (union value){.f = a.f + b.f} : wrapped(type, a.u + b.u);
    case OP_mul:
        return is_float ? (union value){.f = a.f * b.f} : wrapped(type, a.u * b.u);
    case OP_and:
        return (union value){.u = a.u & b.u};
    case OP_or:
        return (union value){.u = a.u | b.u};
    case OP_xor:
        return (union value){.u = a.u ^ b.u};
    case OP_logical_and:
        return (union value){.i = a.i && b.i};
    case OP_logical_or:
        return (union value){.i = a.i || b.i};
    case OP_logical_xor:
        return (union value){.i = !a.i != !b.i};
    default:
        return a;
    }
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Floats: sums stay in half's 2^11 (few non-zero items), products in its range (few powers of two).
 */
static union value exact_float(enum op op, uint64_t random, size_t index)
{
    union value v = {.f = (double)(random % 2048) - 1024};
    if (op == OP_add)
        v.f = random % 8 ? 0 : (random & 64) != 0 ? 3 : -2;
    else if (op == OP_mul)
        v.f = index % 97 == 5 && index < 970 ? (index & 1 ? 2 : 0.5) : random & 64 ? 1 : -1;
    else if (random % 61 == 0)
        v.f = random & (1 << 20) ? INFINITY : -INFINITY;
    return v;
}

static union value pattern_value(enum op op, const struct type *type, unsigned pattern,
                                 uint64_t random, size_t index)
{
    bool logical = strncmp(operators[op].name, "logical", 7) == 0;
    if (type->class == FLOAT)
        return exact_float(op, random, index);
    if (pattern == 1) /* mostly the identity, so that the few others decide */
        return random % 16 || (logical && op != OP_logical_xor && random % 4096)
                   ? identity_of(op, type)
                   : wrapped(type, logical && op == OP_logical_and
                                       ? 0
                                       : UINT64_C(1) << (random >> 8) % type->bits);
    if (pattern == 2) /* extremes */
        return random & 1 ? highest(type) : random & 2 ? lowest(type) : wrapped(type, UINT64_MAX);
    return wrapped(type, op == OP_mul ? random | 1 : random);
}

void fill(enum op op, const struct type *type, unsigned pattern, uint64_t seed, union value *values,
          size_t n)
{
    uint64_t state = seed;
    for (size_t i = 0; i < n; ++i)
        values[i] = pattern_value(op, type, pattern, next_random(&state), i);
}

void store(const struct type *type, union value value, void *memory, size_t index)
{
    unsigned char *at = (unsigned char *)memory + index * (type->bits / 8);
    if (type->class != FLOAT) {
        memcpy(at, &value.u, type->bits / 8); /* little-endian hosts, as every OpenCL device here */
    } else if (type->bits == 64) {
        memcpy(at, &value.f, sizeof value.f);
    } else if (type->bits == 32) {
        float f = (float)value.f;
        memcpy(at, &f, sizeof f);
    } else {
        cl_half h = wgc_half_from_float((float)value.f);
        memcpy(at, &h, sizeof h);
    }
}

union value load(const struct type *type, const void *memory, size_t index)
{
    const unsigned char *at = (const unsigned char *)memory + index * (type->bits / 8);
    union value v = {.u = 0};
    if (type->class != FLOAT) {
        memcpy(&v.u, at, type->bits / 8);
        return wrapped(type, v.u);
    }
    if (type->bits == 64) {
        memcpy(&v.f, at, sizeof v.f);
    } else if (type->bits == 32) {
        float f;
        memcpy(&f, at, sizeof f);
        v.f = (double)f;
    } else {
        cl_half h;
        memcpy(&h, at, sizeof h);
        v.f = (double)wgc_half_to_float(h);
    }
    return v;
}

bool same(const struct type *type, bool truth, union value expected, union value actual)
{
    if (truth)
        return !expected.i == !actual.i;
    if (type->class == FLOAT)
        return expected.f == actual.f; /* there are no NaNs */
    return expected.u == actual.u;
}
