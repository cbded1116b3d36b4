/*
 * wgc_collectives.cl.h: the work-group collective functions in portable OpenCL C 1.2.
 *
 * For devices that lack them. It needs local memory, barriers and a compiler that knows the
 * attribute overloadable (every one that is made from clang); no extension and no host code.
 * Include it, or put it in front of the program's source. In the outermost scope of a kernel write
 *
 *     WGC_SCRATCH(256);    // no work-group has more work-items; a compile-time constant
 *
 * and call the functions by their standard names:
 *
 *     out[i] = work_group_scan_inclusive_add(in[i]);
 *
 * As for the built-ins, all work-items of the work-group must reach each call.
 * docs/suite.md has the rules, the names and the cost.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WGC_COLLECTIVES_CL_H
#define WGC_COLLECTIVES_CL_H

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define WGCE_HAS_HALF
#endif
#if defined(cl_khr_fp64) || defined(__opencl_c_fp64)
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define WGCE_HAS_DOUBLE
#endif
#if !defined(__EMBEDDED_PROFILE__) || defined(cles_khr_int64) || defined(__opencl_c_int64)
#define WGCE_HAS_LONG
#endif

/* ---- Scratch: one cell a work-item, nothing else ---- */

/* For every type: 8 * n bytes. */
#define WGC_SCRATCH(n) WGC_SCRATCH_TYPED(uint2, n)

/* sizeof(T) * n bytes, T the widest type that is passed. Predicates and logicals use int. */
#define WGC_SCRATCH_TYPED(T, n)                                                                    \
    __local T wgce_cells[n];                                                                       \
    __local void *const wgce_scratch = wgce_cells

/* A function that calls collectives takes the scratch as a parameter. */
#define WGC_SCRATCH_PARAM __local void *wgce_scratch
#define WGC_SCRATCH_ARG   wgce_scratch

/*
 * A kernel's parameter, instead of WGC_SCRATCH: then the host sets the size, 8 * n bytes. Not a
 * pointer to void, since the driver aligns the memory for what the parameter points to.
 */
#define WGC_SCRATCH_KERNEL_PARAM __local uint2 *wgce_scratch

/* ---- Groups ---- */

/* Items that each work-item combines on a level of the tree: a power of two. */
#ifndef WGC_EMULATION_RADIX
#define WGC_EMULATION_RADIX 8u
#endif

#define WGCE_FUNCTION static inline __attribute__((overloadable))

/* A run of consecutive work-items, in the order of the scans, that computes together. */
struct wgce_group {
    uint first; /* linear local id of its first work-item */
    uint size;  /* number of its work-items */
    uint rank;  /* position of the calling work-item in it */
    uint bound; /* not below size, the same in the whole work-group: all meet at each barrier */
};

WGCE_FUNCTION uint wgce_work_group_size(void)
{
    return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}

WGCE_FUNCTION uint wgce_linear(size_t x, size_t y, size_t z)
{
    return (uint)((z * get_local_size(1) + y) * get_local_size(0) + x);
}

WGCE_FUNCTION uint wgce_linear_id(void)
{
    return wgce_linear(get_local_id(0), get_local_id(1), get_local_id(2));
}

WGCE_FUNCTION struct wgce_group wgce_work_group(void)
{
    struct wgce_group group;
    group.first = 0;
    group.size = wgce_work_group_size();
    group.rank = wgce_linear_id();
    group.bound = group.size;
    return group;
}

/*
 * Sub-groups, for devices without them, where WGC_EMULATE_SUB_GROUPS is defined: every
 * WGC_EMULATED_SUB_GROUP_SIZE work-items, in the order of the linear local id, are one; the last
 * has the rest. They meet at barriers of the work-group, so all work-items of the *work-group* must
 * reach each call, not just those of a sub-group.
 */
#ifdef WGC_EMULATE_SUB_GROUPS

#ifndef WGC_EMULATED_SUB_GROUP_SIZE
#define WGC_EMULATED_SUB_GROUP_SIZE 8
#endif

WGCE_FUNCTION uint wgce_sub_groups_of(uint work_items)
{
    return (work_items + WGC_EMULATED_SUB_GROUP_SIZE - 1u) / WGC_EMULATED_SUB_GROUP_SIZE;
}

/* Before OpenCL C 2.0, every work-group has the size that was enqueued. */
WGCE_FUNCTION uint wgce_enqueued_work_group_size(void)
{
#if __OPENCL_C_VERSION__ >= 200
    return (uint)(get_enqueued_local_size(0) * get_enqueued_local_size(1) *
                  get_enqueued_local_size(2));
#else
    return wgce_work_group_size();
#endif
}

WGCE_FUNCTION struct wgce_group wgce_sub_group(void)
{
    struct wgce_group group;
    uint id = wgce_linear_id();
    group.rank = id % WGC_EMULATED_SUB_GROUP_SIZE;
    group.first = id - group.rank;
    group.size = min(wgce_work_group_size() - group.first, (uint)WGC_EMULATED_SUB_GROUP_SIZE);
    group.bound = WGC_EMULATED_SUB_GROUP_SIZE;
    return group;
}

#define WGCE_SUB_GROUP_TYPE(type)                                                                  \
    WGCE_FUNCTION type wgce_sub_group_broadcast(__local void *scratch, type value, uint rank)      \
    {                                                                                              \
        struct wgce_group group = wgce_sub_group();                                                \
        return wgce_send(scratch, value, group.first, group.rank == rank);                         \
    }

/* _op begins with an underscore, since min and max alone may be macros of the compiler. */
#define WGCE_SUB_GROUP_OPERATOR(_op, type)                                                         \
    WGCE_FUNCTION type wgce_sub_group_reduce##_op(__local void *scratch, type value)               \
    {                                                                                              \
        struct wgce_group group = wgce_sub_group();                                                \
        return wgce_prefix##_op(scratch, value, group, group.size);                                \
    }                                                                                              \
    WGCE_FUNCTION type wgce_sub_group_scan_exclusive##_op(__local void *scratch, type value)       \
    {                                                                                              \
        struct wgce_group group = wgce_sub_group();                                                \
        return wgce_prefix##_op(scratch, value, group, group.rank);                                \
    }                                                                                              \
    WGCE_FUNCTION type wgce_sub_group_scan_inclusive##_op(__local void *scratch, type value)       \
    {                                                                                              \
        struct wgce_group group = wgce_sub_group();                                                \
        return wgce_prefix##_op(scratch, value, group, group.rank + 1);                            \
    }

#else
#define WGCE_SUB_GROUP_TYPE(type)
#define WGCE_SUB_GROUP_OPERATOR(_op, type)
#endif

/* ---- Broadcast ---- */

/* Another call may use the cells for another type, so the compiler must treat them as aliases. */
#define WGCE_TYPE(type)                                                                            \
    typedef type wgce_cell_##type __attribute__((may_alias));                                      \
    WGCE_FUNCTION type wgce_send(__local void *scratch, type value, uint cell, uint sends)         \
    {                                                                                              \
        __local wgce_cell_##type *cells = (__local wgce_cell_##type *)scratch;                     \
        type result;                                                                               \
        if (sends)                                                                                 \
            cells[cell] = value;                                                                   \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        result = cells[cell];                                                                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        return result;                                                                             \
    }                                                                                              \
    WGCE_FUNCTION type wgce_broadcast(__local void *scratch, type value, size_t x, size_t y,       \
                                      size_t z)                                                    \
    {                                                                                              \
        return wgce_send(scratch, value, 0, wgce_linear_id() == wgce_linear(x, y, z));             \
    }                                                                                              \
    WGCE_FUNCTION type wgce_broadcast(__local void *scratch, type value, size_t x, size_t y)       \
    {                                                                                              \
        return wgce_broadcast(scratch, value, x, y, 0);                                            \
    }                                                                                              \
    WGCE_FUNCTION type wgce_broadcast(__local void *scratch, type value, size_t x)                 \
    {                                                                                              \
        return wgce_broadcast(scratch, value, x, 0, 0);                                            \
    }                                                                                              \
    WGCE_SUB_GROUP_TYPE(type)

WGCE_TYPE(int)
WGCE_TYPE(uint)
WGCE_TYPE(float)
#ifdef WGCE_HAS_LONG
WGCE_TYPE(long)
WGCE_TYPE(ulong)
#endif
#ifdef WGCE_HAS_HALF
WGCE_TYPE(half)
#endif
#ifdef WGCE_HAS_DOUBLE
WGCE_TYPE(double)
#endif

/* ---- Reductions and scans ---- */

/*
 * wgce_prefix_OP(scratch, value, group, count) is the combination of the group's first `count`
 * values, the identity where count is 0. So the group's size as count makes a reduction, the
 * work-item's rank an exclusive scan, and rank + 1 an inclusive one.
 *
 * On each level, with strides 1, R, R^2 and so on, a work-item takes R neighbouring blocks of
 * `stride` cells, and scans the last cells of these blocks in place. Cell c - 1 then combines the
 * values from the last position before c that a multiple of R * stride is, up to c, where stride is
 * the largest power of R that divides c. A prefix is the combination of at most one of these cells
 * of each level. A block that the group's end cuts off is never read as a whole, so any size will
 * do.
 *
 * Depth: on each of the log_R(size) levels a barrier and R - 1 steps. Values are always combined
 * from left to right. The last barrier keeps the next call from overwriting cells still to be read.
 */
#define WGCE_OPERATOR(op, type, identity, a_op_b)                                                  \
    WGCE_FUNCTION type wgce_combine_##op(type a, type b)                                           \
    {                                                                                              \
        return a_op_b;                                                                             \
    }                                                                                              \
    WGCE_FUNCTION type wgce_prefix_##op(__local void *scratch, type value,                         \
                                        struct wgce_group group, uint count)                       \
    {                                                                                              \
        __local wgce_cell_##type *cells = (__local wgce_cell_##type *)scratch + group.first;       \
        type result = identity;                                                                    \
        uint stride, block;                                                                        \
        cells[group.rank] = value;                                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        for (stride = 1; group.bound / stride > 1; stride *= WGC_EMULATION_RADIX) {                \
            uint blocks = group.size / stride;                                                     \
            uint from = group.rank * WGC_EMULATION_RADIX;                                          \
            uint to = min(from + WGC_EMULATION_RADIX, blocks);                                     \
            if (from + 1 < to) {                                                                   \
                type sum = cells[(from + 1) * stride - 1];                                         \
                for (block = from + 1; block < to; ++block) {                                      \
                    sum = wgce_combine_##op(sum, (type)cells[(block + 1) * stride - 1]);           \
                    cells[(block + 1) * stride - 1] = sum;                                         \
                }                                                                                  \
            }                                                                                      \
            barrier(CLK_LOCAL_MEM_FENCE);                                                          \
        }                                                                                          \
        if (count != 0)                                                                            \
            result = cells[count - 1];                                                             \
        for (stride = WGC_EMULATION_RADIX; stride <= count; stride *= WGC_EMULATION_RADIX) {       \
            uint before = count & ~(stride - 1);                                                   \
            if (before != count)                                                                   \
                result = wgce_combine_##op((type)cells[before - 1], result);                       \
            count = before;                                                                        \
        }                                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        return result;                                                                             \
    }                                                                                              \
    WGCE_FUNCTION type wgce_reduce_##op(__local void *scratch, type value)                         \
    {                                                                                              \
        struct wgce_group group = wgce_work_group();                                               \
        return wgce_prefix_##op(scratch, value, group, group.size);                                \
    }                                                                                              \
    WGCE_FUNCTION type wgce_scan_exclusive_##op(__local void *scratch, type value)                 \
    {                                                                                              \
        struct wgce_group group = wgce_work_group();                                               \
        return wgce_prefix_##op(scratch, value, group, group.rank);                                \
    }                                                                                              \
    WGCE_FUNCTION type wgce_scan_inclusive_##op(__local void *scratch, type value)                 \
    {                                                                                              \
        struct wgce_group group = wgce_work_group();                                               \
        return wgce_prefix_##op(scratch, value, group, group.rank + 1);                            \
    }                                                                                              \
    WGCE_SUB_GROUP_OPERATOR(_##op, type)

/* Signed sums and products must wrap, which only unsigned arithmetic guarantees. */
/* clang-format off */
WGCE_OPERATOR(add,         int,    0,         (int)((uint)a + (uint)b))
WGCE_OPERATOR(min,         int,    INT_MAX,   a < b ? a : b)
WGCE_OPERATOR(max,         int,    INT_MIN,   a > b ? a : b)
WGCE_OPERATOR(mul,         int,    1,         (int)((uint)a * (uint)b))
WGCE_OPERATOR(and,         int,    ~(int)0,   a & b)
WGCE_OPERATOR(or,          int,    0,         a | b)
WGCE_OPERATOR(xor,         int,    0,         a ^ b)
WGCE_OPERATOR(logical_and, int,    1,         a && b)
WGCE_OPERATOR(logical_or,  int,    0,         a || b)
WGCE_OPERATOR(logical_xor, int,    0,         !a != !b)

WGCE_OPERATOR(add,         uint,   0,         a + b)
WGCE_OPERATOR(min,         uint,   UINT_MAX,  a < b ? a : b)
WGCE_OPERATOR(max,         uint,   0,         a > b ? a : b)
WGCE_OPERATOR(mul,         uint,   1,         a * b)
WGCE_OPERATOR(and,         uint,   ~(uint)0,  a & b)
WGCE_OPERATOR(or,          uint,   0,         a | b)
WGCE_OPERATOR(xor,         uint,   0,         a ^ b)

WGCE_OPERATOR(add,         float,  0,         a + b)
WGCE_OPERATOR(min,         float,  INFINITY,  a < b ? a : b)
WGCE_OPERATOR(max,         float,  -INFINITY, a > b ? a : b)
WGCE_OPERATOR(mul,         float,  1,         a * b)

#ifdef WGCE_HAS_LONG
WGCE_OPERATOR(add,         long,   0,         (long)((ulong)a + (ulong)b))
WGCE_OPERATOR(min,         long,   LONG_MAX,  a < b ? a : b)
WGCE_OPERATOR(max,         long,   LONG_MIN,  a > b ? a : b)
WGCE_OPERATOR(mul,         long,   1,         (long)((ulong)a * (ulong)b))
WGCE_OPERATOR(and,         long,   ~(long)0,  a & b)
WGCE_OPERATOR(or,          long,   0,         a | b)
WGCE_OPERATOR(xor,         long,   0,         a ^ b)

WGCE_OPERATOR(add,         ulong,  0,         a + b)
WGCE_OPERATOR(min,         ulong,  ULONG_MAX, a < b ? a : b)
WGCE_OPERATOR(max,         ulong,  0,         a > b ? a : b)
WGCE_OPERATOR(mul,         ulong,  1,         a * b)
WGCE_OPERATOR(and,         ulong,  ~(ulong)0, a & b)
WGCE_OPERATOR(or,          ulong,  0,         a | b)
WGCE_OPERATOR(xor,         ulong,  0,         a ^ b)
#endif

#ifdef WGCE_HAS_HALF
WGCE_OPERATOR(add,         half,   0,         a + b)
WGCE_OPERATOR(min,         half,   INFINITY,  a < b ? a : b)
WGCE_OPERATOR(max,         half,   -INFINITY, a > b ? a : b)
WGCE_OPERATOR(mul,         half,   1,         a * b)
#endif

#ifdef WGCE_HAS_DOUBLE
WGCE_OPERATOR(add,         double, 0,         a + b)
WGCE_OPERATOR(min,         double, INFINITY,  a < b ? a : b)
WGCE_OPERATOR(max,         double, -INFINITY, a > b ? a : b)
WGCE_OPERATOR(mul,         double, 1,         a * b)
#endif
/* clang-format on */

WGCE_FUNCTION int wgce_all(__local void *scratch, int predicate)
{
    return wgce_reduce_logical_and(scratch, predicate != 0);
}

WGCE_FUNCTION int wgce_any(__local void *scratch, int predicate)
{
    return wgce_reduce_logical_or(scratch, predicate != 0);
}

/* ---- The standard's names ---- */

/* With WGC_PREFER_BUILTINS, names that the device has itself stay the device's. */
#if defined(WGC_PREFER_BUILTINS) &&                                                                \
    (__OPENCL_C_VERSION__ == 200 || defined(__opencl_c_work_group_collective_functions))
#define WGCE_KEEP_COLLECTIVES
#endif
#if defined(WGC_PREFER_BUILTINS) && defined(cl_khr_work_group_uniform_arithmetic)
#define WGCE_KEEP_UNIFORM_ARITHMETIC
#endif

/* Some compilers have macros of these names already. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wmacro-redefined"

/* clang-format off */
#ifndef WGCE_KEEP_COLLECTIVES
#define work_group_all(p)                          wgce_all(wgce_scratch, (p))
#define work_group_any(p)                          wgce_any(wgce_scratch, (p))
/* GNU's form of a variadic macro: older clang rejects the one of C99 in OpenCL C. */
#define work_group_broadcast(a_and_id...)          wgce_broadcast(wgce_scratch, a_and_id)
#define work_group_reduce_add(a)                   wgce_reduce_add(wgce_scratch, (a))
#define work_group_scan_exclusive_add(a)           wgce_scan_exclusive_add(wgce_scratch, (a))
#define work_group_scan_inclusive_add(a)           wgce_scan_inclusive_add(wgce_scratch, (a))
#define work_group_reduce_min(a)                   wgce_reduce_min(wgce_scratch, (a))
#define work_group_scan_exclusive_min(a)           wgce_scan_exclusive_min(wgce_scratch, (a))
#define work_group_scan_inclusive_min(a)           wgce_scan_inclusive_min(wgce_scratch, (a))
#define work_group_reduce_max(a)                   wgce_reduce_max(wgce_scratch, (a))
#define work_group_scan_exclusive_max(a)           wgce_scan_exclusive_max(wgce_scratch, (a))
#define work_group_scan_inclusive_max(a)           wgce_scan_inclusive_max(wgce_scratch, (a))
#endif

#ifndef WGCE_KEEP_UNIFORM_ARITHMETIC
#define work_group_reduce_mul(a)                   wgce_reduce_mul(wgce_scratch, (a))
#define work_group_scan_exclusive_mul(a)           wgce_scan_exclusive_mul(wgce_scratch, (a))
#define work_group_scan_inclusive_mul(a)           wgce_scan_inclusive_mul(wgce_scratch, (a))
#define work_group_reduce_and(a)                   wgce_reduce_and(wgce_scratch, (a))
#define work_group_scan_exclusive_and(a)           wgce_scan_exclusive_and(wgce_scratch, (a))
#define work_group_scan_inclusive_and(a)           wgce_scan_inclusive_and(wgce_scratch, (a))
#define work_group_reduce_or(a)                    wgce_reduce_or(wgce_scratch, (a))
#define work_group_scan_exclusive_or(a)            wgce_scan_exclusive_or(wgce_scratch, (a))
#define work_group_scan_inclusive_or(a)            wgce_scan_inclusive_or(wgce_scratch, (a))
#define work_group_reduce_xor(a)                   wgce_reduce_xor(wgce_scratch, (a))
#define work_group_scan_exclusive_xor(a)           wgce_scan_exclusive_xor(wgce_scratch, (a))
#define work_group_scan_inclusive_xor(a)           wgce_scan_inclusive_xor(wgce_scratch, (a))
#define work_group_reduce_logical_and(a)           wgce_reduce_logical_and(wgce_scratch, (a) != 0)
#define work_group_scan_exclusive_logical_and(a)   wgce_scan_exclusive_logical_and(wgce_scratch, (a) != 0)
#define work_group_scan_inclusive_logical_and(a)   wgce_scan_inclusive_logical_and(wgce_scratch, (a) != 0)
#define work_group_reduce_logical_or(a)            wgce_reduce_logical_or(wgce_scratch, (a) != 0)
#define work_group_scan_exclusive_logical_or(a)    wgce_scan_exclusive_logical_or(wgce_scratch, (a) != 0)
#define work_group_scan_inclusive_logical_or(a)    wgce_scan_inclusive_logical_or(wgce_scratch, (a) != 0)
#define work_group_reduce_logical_xor(a)           wgce_reduce_logical_xor(wgce_scratch, (a) != 0)
#define work_group_scan_exclusive_logical_xor(a)   wgce_scan_exclusive_logical_xor(wgce_scratch, (a) != 0)
#define work_group_scan_inclusive_logical_xor(a)   wgce_scan_inclusive_logical_xor(wgce_scratch, (a) != 0)
#endif

#ifdef WGC_EMULATE_SUB_GROUPS
#define get_sub_group_id()                         (wgce_linear_id() / WGC_EMULATED_SUB_GROUP_SIZE)
#define get_sub_group_local_id()                   (wgce_sub_group().rank)
#define get_sub_group_size()                       (wgce_sub_group().size)
#define get_max_sub_group_size()                   min(wgce_enqueued_work_group_size(), (uint)WGC_EMULATED_SUB_GROUP_SIZE)
#define get_num_sub_groups()                       wgce_sub_groups_of(wgce_work_group_size())
#define get_enqueued_num_sub_groups()              wgce_sub_groups_of(wgce_enqueued_work_group_size())
#define sub_group_all(p)                           wgce_sub_group_reduce_logical_and(wgce_scratch, (p) != 0)
#define sub_group_any(p)                           wgce_sub_group_reduce_logical_or(wgce_scratch, (p) != 0)
#define sub_group_broadcast(a, id)                 wgce_sub_group_broadcast(wgce_scratch, (a), (id))
#define sub_group_reduce_add(a)                    wgce_sub_group_reduce_add(wgce_scratch, (a))
#define sub_group_scan_exclusive_add(a)            wgce_sub_group_scan_exclusive_add(wgce_scratch, (a))
#define sub_group_scan_inclusive_add(a)            wgce_sub_group_scan_inclusive_add(wgce_scratch, (a))
#define sub_group_reduce_min(a)                    wgce_sub_group_reduce_min(wgce_scratch, (a))
#define sub_group_scan_exclusive_min(a)            wgce_sub_group_scan_exclusive_min(wgce_scratch, (a))
#define sub_group_scan_inclusive_min(a)            wgce_sub_group_scan_inclusive_min(wgce_scratch, (a))
#define sub_group_reduce_max(a)                    wgce_sub_group_reduce_max(wgce_scratch, (a))
#define sub_group_scan_exclusive_max(a)            wgce_sub_group_scan_exclusive_max(wgce_scratch, (a))
#define sub_group_scan_inclusive_max(a)            wgce_sub_group_scan_inclusive_max(wgce_scratch, (a))
#define sub_group_reduce_mul(a)                    wgce_sub_group_reduce_mul(wgce_scratch, (a))
#define sub_group_scan_exclusive_mul(a)            wgce_sub_group_scan_exclusive_mul(wgce_scratch, (a))
#define sub_group_scan_inclusive_mul(a)            wgce_sub_group_scan_inclusive_mul(wgce_scratch, (a))
#define sub_group_reduce_and(a)                    wgce_sub_group_reduce_and(wgce_scratch, (a))
#define sub_group_scan_exclusive_and(a)            wgce_sub_group_scan_exclusive_and(wgce_scratch, (a))
#define sub_group_scan_inclusive_and(a)            wgce_sub_group_scan_inclusive_and(wgce_scratch, (a))
#define sub_group_reduce_or(a)                     wgce_sub_group_reduce_or(wgce_scratch, (a))
#define sub_group_scan_exclusive_or(a)             wgce_sub_group_scan_exclusive_or(wgce_scratch, (a))
#define sub_group_scan_inclusive_or(a)             wgce_sub_group_scan_inclusive_or(wgce_scratch, (a))
#define sub_group_reduce_xor(a)                    wgce_sub_group_reduce_xor(wgce_scratch, (a))
#define sub_group_scan_exclusive_xor(a)            wgce_sub_group_scan_exclusive_xor(wgce_scratch, (a))
#define sub_group_scan_inclusive_xor(a)            wgce_sub_group_scan_inclusive_xor(wgce_scratch, (a))
#define sub_group_reduce_logical_and(a)            wgce_sub_group_reduce_logical_and(wgce_scratch, (a) != 0)
#define sub_group_scan_exclusive_logical_and(a)    wgce_sub_group_scan_exclusive_logical_and(wgce_scratch, (a) != 0)
#define sub_group_scan_inclusive_logical_and(a)    wgce_sub_group_scan_inclusive_logical_and(wgce_scratch, (a) != 0)
#define sub_group_reduce_logical_or(a)             wgce_sub_group_reduce_logical_or(wgce_scratch, (a) != 0)
#define sub_group_scan_exclusive_logical_or(a)     wgce_sub_group_scan_exclusive_logical_or(wgce_scratch, (a) != 0)
#define sub_group_scan_inclusive_logical_or(a)     wgce_sub_group_scan_inclusive_logical_or(wgce_scratch, (a) != 0)
#define sub_group_reduce_logical_xor(a)            wgce_sub_group_reduce_logical_xor(wgce_scratch, (a) != 0)
#define sub_group_scan_exclusive_logical_xor(a)    wgce_sub_group_scan_exclusive_logical_xor(wgce_scratch, (a) != 0)
#define sub_group_scan_inclusive_logical_xor(a)    wgce_sub_group_scan_inclusive_logical_xor(wgce_scratch, (a) != 0)
#endif
/* clang-format on */

#pragma clang diagnostic pop

#endif
