/*
 * The oracle: the expected result of each item of one group, from the function and the group's
 * values. Pure.
 *
 * A group is a work-group or a sub-group; items are counted by linear local id (or sub-group local
 * id), the order of the scans. Arrays of values have the type's layout on the host: intN_t,
 * uintN_t, float, double, and uint16_t with the bits of a half.
 */
#ifndef WGC_ORACLE_ORACLE_H
#define WGC_ORACLE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle/traits.h"
#include "suite/tables.h"

struct wgc_call {
    enum wgc_kind kind;
    enum wgc_op op; /* WGC_OP_NONE for predicates and broadcasts */
    enum wgc_type type;
    size_t cluster; /* items in a cluster, at least 1; ignored for functions without clusters */
    size_t width;   /* components of a value; 0 is 1, a scalar. Broadcasts and the kinds that use
                       local ids may have more */
};

/* The components and the bytes of one value of a call. */
static inline size_t wgc_call_width(const struct wgc_call *call)
{
    return call->width == 0 ? 1 : call->width;
}

static inline size_t wgc_call_bytes(const struct wgc_call *call)
{
    return wgc_call_width(call) * wgc_type_info(call->type)->bytes;
}

/*
 * The result of the first item of an operator's exclusive scan (OpenCL C, the table of identities;
 * TYPE_MIN and TYPE_MAX for every integer type, infinities for floating point; 1 for "true").
 * value: one value of the type.
 */
void wgc_oracle_identity(enum wgc_op op, enum wgc_type type, void *value);
/* The same for an integer of so many bits; a negative one has its sign in all 64. */
uint64_t wgc_oracle_integer_identity(enum wgc_op op, bool is_signed, unsigned bits);

/* a op b, computed in 64 bits. */
uint64_t wgc_oracle_combine(enum wgc_op op, bool is_signed, uint64_t a, uint64_t b);

/*
 * The expected value of each of the n items whose values are x.
 *
 * init: the initial value, for the _INIT kinds only (else NULL). root: the item, less than n, whose
 * value is broadcast; ignored for the other kinds. expected: n values, not overlapping x.
 *
 * Integers wrap modulo 2^bits. Truth values are 0 or 1. A last, smaller cluster is reduced like the
 * others. Broadcasts are exact for all data. Min and max are exact too, except that a zero may have
 * either sign; of a NaN and another value they choose the other value. The result of NaNs alone is
 * undefined; a NaN marks it.
 *
 * Sums and products of floating-point values are exact where every order of evaluation gives the
 * same result (docs/checks.md names this data); the order here is increasing item, in double. -0
 * marks a sum of no terms, or of terms that are all -0, which may have either sign.
 */
void wgc_oracle_exact(const struct wgc_call *call, const void *x, size_t n, const void *init,
                      size_t root, void *expected);

/* What the work-items of a sub-group pass to a function of a kind that uses local ids. */
struct wgc_lanes {
    size_t n;                 /* work-items; number i has the sub-group local id i */
    size_t max_size;          /* get_max_sub_group_size() */
    const bool *active;       /* n, or NULL: all */
    const uint32_t *argument; /* n: of each work-item (wgc_kind_argument), or NULL: all 0 */
    /* The instruction of SPIR-V: a rotation masks the sum, so that its result is that of OpenCL C
     * for powers of two alone; a cluster that lacks items is undefined; and whether bits of others
     * than the active work-items count is open. */
    bool spirv;
};

/* Of how many of the n items of a sub-group, the first ones, SPIR-V determines the results of a
 * call: not of a last cluster that lacks items. 2.2.5, Cluster: where SubgroupSize, which may be
 * n, "is not evenly divisible by the cluster size then the additional invocations in the last
 * cluster are considered not part of the tangle". */
static inline size_t wgc_spirv_determined(const struct wgc_call *call, size_t n)
{
    return wgc_has_clusters(call->kind) ? n - n % call->cluster : n;
}

/*
 * For the kinds that use local ids (wgc_uses_local_ids): the expected value of each active
 * work-item, from the n values x. defined: whether the standard determines it; expected is not
 * written where it does not, and where the work-item is not active. The argument of a kind with
 * UNIFORM arguments is that of the first active work-item.
 */
void wgc_oracle_lanes(const struct wgc_call *call, const struct wgc_lanes *lanes, const void *x,
                      void *expected, bool *defined);

/*
 * What is known of a result that is not defined as a whole: SPIR-V's masks SubgroupGeMask and
 * SubgroupGtMask are a bitmask "where bit index >= SubgroupLocalInvocationId" (or >), and only
 * where it ends is open. So the bits of a sub-group's work-items are the same in every reading.
 * set: a value with the known bits that are set; open: one with the bits that are not known. False,
 * and nothing is stored, where none is known: for every other call, and past 128 work-items.
 */
bool wgc_oracle_known_bits(const struct wgc_call *call, const struct wgc_lanes *lanes, size_t own,
                           void *set, void *open);
/* The same with the open bits of found, a value of the call's. */
bool wgc_oracle_known_of(const struct wgc_call *call, const struct wgc_lanes *lanes, size_t own,
                         const void *found, void *expected);

/*
 * The same for each of count parts of x: part p has the items from first[p] on to before
 * first[p + 1]. inits: one value for each part, or NULL. The root of part p is (root + p) modulo
 * its items. expected: as many values as x.
 */
void wgc_oracle_exact_parts(const struct wgc_call *call, const void *x, const size_t *first,
                            size_t count, const void *inits, size_t root, void *expected);

/* Whether results depend on the order of evaluation: floating-point sums and products. */
bool wgc_oracle_rounds(const struct wgc_call *call);

/*
 * For data that rounds: item i may have any value v with lo[i] <= v && v <= hi[i], which excludes
 * NaN. Only for calls with wgc_oracle_rounds.
 *
 * The interval is the exact value plus and minus the bound for a sum or product of that item's
 * terms in any order and any tree (docs/checks.md), rounded outward; it is valid for wider
 * intermediates and fused operations too. With u = 2^-significand (twice that when rounding to
 * zero) and k terms that make an operation round (the initial value counts; zeros of a sum and
 * powers of two of a product do not) it is add  (k-1) u sum|x|, and k times the smallest normal
 * value where subnormals may be flushed mul  (1+u)^(k-1) - 1, relative so that an item with k = 0
 * or 1 must have the exact value (a subnormal one may be flushed).
 *
 * False, with lo and hi undefined, if the data has no bound: a value is not finite, a
 * partial sum or product may overflow in some order (for double: pass 2^1023), one of a product may
 * be zero or subnormal (for double: below 2^-900).
 */
bool wgc_oracle_interval(const struct wgc_call *call, const struct wgc_fp_traits *fp, const void *x,
                         size_t n, const void *init, double *lo, double *hi);

/*
 * How well the interval detects a loss of precision: that of an evaluation in which every value
 * passes once through a format with `significand` bits (24: float, 11: half, 8: bfloat16; any
 * exponent) and everything else is exact. This loss has the same sign and size in every order, and
 * is visible in an item's result.
 *
 * *ratio is (half the interval's width) / (that loss) for the item with the widest interval, which
 * has the most terms. From WGC_ORACLE_VACUOUS on, the data proves nothing. INFINITY if that item
 * loses nothing, if no item's evaluation rounds, or if the bound exceeds half of the largest term
 * (for products: of the result).
 *
 * False as wgc_oracle_interval, for x or for its rounded values, and without memory.
 */
#define WGC_ORACLE_VACUOUS 0.5
bool wgc_oracle_interval_loss(const struct wgc_call *call, const struct wgc_fp_traits *fp,
                              const void *x, size_t n, const void *init, unsigned significand,
                              double *ratio);

#endif
