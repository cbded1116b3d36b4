/* Wrong implementations of the collective functions, to measure what the suite's data finds. */
#ifndef WGC_TESTS_TRIAL_FAULTS_H
#define WGC_TESTS_TRIAL_FAULTS_H

#include "tests/unit/trial_fixture.h"

/* What a fault's parameter may be, for the functions below. */
enum {
    LOW_32_UNSIGNED,
    LOW_32_SIGNED,
    LOW_16_SIGNED,
    THROUGH_HALF,
    THROUGH_FLOAT,
    THROUGH_DOUBLE,
    HIGH_32,
    WITHOUT_TOP_BIT,
    MAGNITUDE
};
enum {
    NAN_TO_ZERO,
    INFINITY_TO_LARGEST,
    LARGEST_TO_INFINITY,
    NO_NEGATIVE_ZERO,
    NO_SUBNORMAL,
    INFINITY_TO_NAN,
    ZERO_TO_NEGATIVE
};
enum {
    AS_OTHER_SIGN,
    BY_DIFFERENCE,
    LOW_HALVES,
    HIGH_HALVES,
    AS_FLOAT,
    AS_DOUBLE,
    BY_BITS,
    BY_SIZE,
    FIRST_WINS
};
enum { SATURATE, IN_HALF, IN_FLOAT, IN_BFLOAT, OTHER_OPERATOR, SKIP_ZERO, WITHOUT_SIGN };
enum {
    FROM_ZERO,
    FROM_ONE,
    FROM_MINUS_ONE,
    FROM_LARGEST,
    FROM_SMALLEST,
    FROM_INT_LIMIT,
    FROM_UINT_LIMIT
};

enum { OTHER_SCAN, BACKWARDS, PREFIX_FOR_REDUCE, FIRST_ONLY, ZERO_IN_FRONT };
enum { FIRST_ROOT, LAST_ROOT, NEXT_ROOT, SWAPPED, X_ONLY, WITHOUT_Z, LOW_5_BITS };
enum {
    LOW_BIT,
    LOW_BYTE,
    LOW_HALF,
    POSITIVE,
    NEGATIVE,
    IS_ONE,
    BITWISE_AND,
    BITWISE_XOR,
    SUM,
    PRODUCT,
    LEAST,
    MOST,
    NEVER,
    ALWAYS,
    INVERTED
};
enum { NO_INIT, INIT_TWICE, INIT_IN_EACH, INIT_LATE };

/* parameter points to an int64_t. */
void fault_cut_values(const struct fake_group *group, const void *parameter);
void fault_cut_results(const struct fake_group *group, const void *parameter);
void fault_lose_values(const struct fake_group *group, const void *parameter);
void fault_lose_results(const struct fake_group *group, const void *parameter);
void fault_compare(const struct fake_group *group, const void *parameter);
void fault_arithmetic(const struct fake_group *group, const void *parameter);
void fault_start(const struct fake_group *group, const void *parameter);
/* An item's place; from the end if negative. */
void fault_drop(const struct fake_group *group, const void *parameter);
void fault_take_neighbour(const struct fake_group *group, const void *parameter);
/* Every item past the last multiple of the parameter, or past the parameter. */
void fault_drop_tail(const struct fake_group *group, const void *parameter);
void fault_drop_past(const struct fake_group *group, const void *parameter);

/* Scans and reductions mixed up. */
void fault_mix_up(const struct fake_group *group, const void *parameter);
/* A scan that starts again at every multiple of the parameter. */
void fault_restart(const struct fake_group *group, const void *parameter);
/* Wrong in the first work-group only (not 0), or right in it only (0). */
void fault_by_group(const struct fake_group *group, const void *parameter);
void fault_root(const struct fake_group *group, const void *parameter);
void fault_init(const struct fake_group *group, const void *parameter);
/* The truth of each value looked for in the wrong place. */
void fault_truth(const struct fake_group *group, const void *parameter);
/* The values combined as if they were 0 and 1, or bits, or not at all. */
void fault_combine(const struct fake_group *group, const void *parameter);

/* Value i of the group's type, as bits. */
uint64_t fault_load(const struct fake_group *group, const void *x, size_t i);
void fault_store(const struct fake_group *group, uint64_t bits, void *x, size_t i);
/* The right function of other values. */
void fault_right_of(const struct fake_group *group, const void *x);

#endif
