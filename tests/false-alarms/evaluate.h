/* Orders in which the terms of one item are combined, and algorithms that scan a whole group. */
#ifndef WGC_FALSE_ALARMS_EVALUATE_H
#define WGC_FALSE_ALARMS_EVALUATE_H

#include <stddef.h>
#include <stdint.h>

#include "tests/false-alarms/arithmetic.h"

enum order {
    ORDER_FORWARD,
    ORDER_BACKWARD,
    ORDER_SHUFFLED,
    ORDER_HALVING,     /* i and i + n/2, then i and i + n/4, ... */
    ORDER_DOUBLING,    /* neighbours, then neighbours of these, ... */
    ORDER_RANDOM_TREE, /* any two of the remaining ones */
    ORDER_BLOCKED,     /* runs of a random length, then their results */
    ORDER_STRIDED,     /* every k-th term, then the k results in halves */
    ORDER_ASCENDING,   /* by magnitude */
    ORDER_DESCENDING,
    ORDER_UPWARD, /* of a few pairs always the one that rounds up most */
    ORDER_DOWNWARD,
    ORDER_COMPENSATED, /* Kahan's sum; products: as FORWARD */
    ORDER_COUNT
};

enum scan {
    SCAN_SEQUENTIAL,
    SCAN_HILLIS_STEELE,
    SCAN_BLELLOCH,
    SCAN_BLOCKED, /* within sub-groups of a random size, and over these */
    SCAN_COUNT
};

/* The input of the functions below. room: for three times as many values as terms. */
struct evaluation {
    const struct arithmetic *arithmetic;
    enum wgc_op op; /* add, mul, min or max */
    uint64_t *seed;
    long double *room;
};

/* The result of n terms, at least 1, as it is stored. */
long double evaluate(const struct evaluation *evaluation, enum order order,
                     const long double *terms, size_t n);

/* The inclusive scan of n terms, as it is stored. */
void evaluate_scan(const struct evaluation *evaluation, enum scan scan, const long double *terms,
                   size_t n, long double *out);

#endif
