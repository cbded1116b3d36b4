/*
 * The functions' meaning on the host, one value after the other: the reference that the emulation
 * is held against. Independent of the harness's oracle on purpose. Lists come from suite/types.def,
 * ops.def and functions.def.
 */
#ifndef WGC_TEST_EMULATION_VALUES_H
#define WGC_TEST_EMULATION_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum type_class { SINT, UINT, FLOAT };

struct type {
    const char *name;
    enum type_class class;
    unsigned bits;
    const char *feature; /* as features.def names it, "none" where the type needs nothing */
    const char *sets;    /* as the row has them */
};

enum op {
#define WGC_OP(id, ...) OP_##id,
#include "../../suite/ops.def"
#undef WGC_OP
    OP_COUNT
};

/* Sets, kinds, scopes and features are the words of the rows, so that new rows need no change here.
 */
struct operator_row {
    const char *name, *set;
};

struct function {
    const char *name; /* %s is the operator */
    const char *kind, *scope, *ops, *types, *widths, *feature;
};

extern const struct type types[];
extern const size_t type_count;
extern const struct operator_row operators[OP_COUNT];
extern const struct function functions[];
extern const size_t function_count;

/* An integer of the type, extended to 64 bits, or a floating-point value, always representable in
 * the type. */
union value {
    int64_t i;
    uint64_t u;
    double f;
};

union value identity_of(enum op op, const struct type *type);
union value combine(enum op op, const struct type *type, union value a, union value b);

/* Values whose every partial result is exact, so that each order must give the same bits. */
void fill(enum op op, const struct type *type, unsigned pattern, uint64_t seed, union value *values,
          size_t n);
enum { PATTERN_COUNT = 3 };

void store(const struct type *type, union value value, void *memory, size_t index);
union value load(const struct type *type, const void *memory, size_t index);

/* Whether the device's value is the expected one; as a truth value any non-zero value is true. */
bool same(const struct type *type, bool truth, union value expected, union value actual);

#endif
