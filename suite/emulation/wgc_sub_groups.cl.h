/*
 * wgc_sub_groups.cl.h: votes, ballots, shuffles and rotations of emulated sub-groups, their
 * reductions under the names of later extensions, and vectors.
 *
 * Put it after wgc_collectives.cl.h, whose rules it has, with WGC_EMULATE_SUB_GROUPS defined. All
 * work-items of the *work-group* must reach each call: no work-item of a sub-group is inactive. A
 * value from a work-item that is not there is the own one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WGC_SUB_GROUPS_CL_H
#define WGC_SUB_GROUPS_CL_H
#ifdef WGC_EMULATE_SUB_GROUPS

/* ---- 8- and 16-bit types: no extension, as the values go through local memory ---- */

WGCE_TYPE(char)
WGCE_TYPE(uchar)
WGCE_TYPE(short)
WGCE_TYPE(ushort)

/* clang-format off */
#define WGCE_NARROW(type, least, greatest)                                          \
    WGCE_OPERATOR(add, type, 0,               (type)((uint)a + (uint)b))                           \
    WGCE_OPERATOR(min, type, greatest,        a < b ? a : b)                                       \
    WGCE_OPERATOR(max, type, least,           a > b ? a : b)                                       \
    WGCE_OPERATOR(mul, type, 1,               (type)((uint)a * (uint)b))                           \
    WGCE_OPERATOR(and, type, (type)~(uint)0,  a & b)                                               \
    WGCE_OPERATOR(or,  type, 0,               a | b)                                               \
    WGCE_OPERATOR(xor, type, 0,               a ^ b)
/* clang-format on */

WGCE_NARROW(char, CHAR_MIN, CHAR_MAX)
WGCE_NARROW(uchar, 0, UCHAR_MAX)
WGCE_NARROW(short, SHRT_MIN, SHRT_MAX)
WGCE_NARROW(ushort, 0, USHRT_MAX)

/* ---- Values of other work-items ---- */

WGCE_FUNCTION uint wgce_max_sub_group_size(void)
{
    return min(wgce_enqueued_work_group_size(), (uint)WGC_EMULATED_SUB_GROUP_SIZE);
}

/* The run of at most `cluster` work-items of the sub-group that the calling one is in. */
WGCE_FUNCTION struct wgce_group wgce_cluster(uint cluster)
{
    struct wgce_group group = wgce_sub_group();
    uint size = min(cluster, (uint)WGC_EMULATED_SUB_GROUP_SIZE);
    uint before = group.rank / size * size;
    group.first += before;
    group.rank -= before;
    group.size = min(group.size - before, size);
    group.bound = size;
    return group;
}

/* The distance below `size` that is the same rotation. */
WGCE_FUNCTION uint wgce_turn(int delta, uint size)
{
    int rest = delta % (int)size;
    return (uint)(rest < 0 ? rest + (int)size : rest);
}

/* Equal values make equal votes: floating-point ones by value, integers by their bits. */
#define WGCE_LANES(type)                                                                           \
    WGCE_FUNCTION type wgce_take(__local void *scratch, type value, struct wgce_group group,       \
                                 uint rank)                                                        \
    {                                                                                              \
        __local wgce_cell_##type *cells = (__local wgce_cell_##type *)scratch + group.first;       \
        type result = value;                                                                       \
        cells[group.rank] = value;                                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (rank < group.size)                                                                     \
            result = cells[rank];                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        return result;                                                                             \
    }                                                                                              \
    WGCE_FUNCTION type wgce_shuffle(__local void *scratch, type value, uint rank)                  \
    {                                                                                              \
        return wgce_take(scratch, value, wgce_sub_group(), rank);                                  \
    }                                                                                              \
    WGCE_FUNCTION type wgce_rotate(__local void *scratch, type value, int delta)                   \
    {                                                                                              \
        struct wgce_group group = wgce_sub_group();                                                \
        uint size = wgce_max_sub_group_size();                                                     \
        return wgce_take(scratch, value, group, (group.rank + wgce_turn(delta, size)) % size);     \
    }                                                                                              \
    WGCE_FUNCTION type wgce_clustered_rotate(__local void *scratch, type value, int delta,         \
                                             uint cluster)                                         \
    {                                                                                              \
        struct wgce_group group = wgce_cluster(cluster);                                           \
        uint size = group.bound;                                                                   \
        return wgce_take(scratch, value, group, (group.rank + wgce_turn(delta, size)) % size);     \
    }                                                                                              \
    WGCE_FUNCTION int wgce_all_equal(__local void *scratch, type value)                            \
    {                                                                                              \
        int equal = wgce_shuffle(scratch, value, 0) == value;                                      \
        return wgce_sub_group_reduce_logical_and(scratch, equal);                                  \
    }                                                                                              \
    WGCE_VECTOR(type, 2, wgce_shuffle(scratch, value.s0, rank),                                    \
                wgce_shuffle(scratch, value.s1, rank))                                             \
    WGCE_VECTOR(type, 3, wgce_shuffle(scratch, value.s01, rank),                                   \
                wgce_shuffle(scratch, value.s2, rank))                                             \
    WGCE_VECTOR_OF_HALVES(type, 4)                                                                 \
    WGCE_VECTOR_OF_HALVES(type, 8)                                                                 \
    WGCE_VECTOR_OF_HALVES(type, 16)

/* Vectors go through the cells one component after the other: a cell has 8 bytes. */
#define WGCE_VECTOR(type, width, first, second)                                                    \
    WGCE_FUNCTION type##width wgce_shuffle(__local void *scratch, type##width value, uint rank)    \
    {                                                                                              \
        return (type##width)(first, second);                                                       \
    }                                                                                              \
    WGCE_FUNCTION type##width wgce_sub_group_broadcast(__local void *scratch, type##width value,   \
                                                       uint rank)                                  \
    {                                                                                              \
        return wgce_shuffle(scratch, value, rank);                                                 \
    }

#define WGCE_VECTOR_OF_HALVES(type, width)                                                         \
    WGCE_VECTOR(type, width, wgce_shuffle(scratch, value.lo, rank),                                \
                wgce_shuffle(scratch, value.hi, rank))

WGCE_LANES(char)
WGCE_LANES(uchar)
WGCE_LANES(short)
WGCE_LANES(ushort)
WGCE_LANES(int)
WGCE_LANES(uint)
WGCE_LANES(float)
#ifdef WGCE_HAS_LONG
WGCE_LANES(long)
WGCE_LANES(ulong)
#endif
#ifdef WGCE_HAS_HALF
WGCE_LANES(half)
#endif
#ifdef WGCE_HAS_DOUBLE
WGCE_LANES(double)
#endif

/* ---- Clusters ---- */

#define WGCE_CLUSTERED(op, type)                                                                   \
    WGCE_FUNCTION type wgce_clustered_reduce_##op(__local void *scratch, type value, uint cluster) \
    {                                                                                              \
        struct wgce_group group = wgce_cluster(cluster);                                           \
        return wgce_prefix_##op(scratch, value, group, group.size);                                \
    }
#define WGCE_CLUSTERED_ARITHMETIC(type)                                                            \
    WGCE_CLUSTERED(add, type)                                                                      \
    WGCE_CLUSTERED(min, type)                                                                      \
    WGCE_CLUSTERED(max, type)                                                                      \
    WGCE_CLUSTERED(mul, type)
#define WGCE_CLUSTERED_INTEGER(type)                                                               \
    WGCE_CLUSTERED_ARITHMETIC(type)                                                                \
    WGCE_CLUSTERED(and, type)                                                                      \
    WGCE_CLUSTERED(or, type)                                                                       \
    WGCE_CLUSTERED(xor, type)

WGCE_CLUSTERED_INTEGER(char)
WGCE_CLUSTERED_INTEGER(uchar)
WGCE_CLUSTERED_INTEGER(short)
WGCE_CLUSTERED_INTEGER(ushort)
WGCE_CLUSTERED_INTEGER(int)
WGCE_CLUSTERED_INTEGER(uint)
WGCE_CLUSTERED(logical_and, int)
WGCE_CLUSTERED(logical_or, int)
WGCE_CLUSTERED(logical_xor, int)
WGCE_CLUSTERED_ARITHMETIC(float)
#ifdef WGCE_HAS_LONG
WGCE_CLUSTERED_INTEGER(long)
WGCE_CLUSTERED_INTEGER(ulong)
#endif
#ifdef WGCE_HAS_HALF
WGCE_CLUSTERED_ARITHMETIC(half)
#endif
#ifdef WGCE_HAS_DOUBLE
WGCE_CLUSTERED_ARITHMETIC(double)
#endif

/* ---- Ballots: bit i of 128 belongs to the work-item with sub-group local id i ---- */

/* The bits below `end`. */
WGCE_FUNCTION uint4 wgce_bits_below(uint end)
{
    uint4 first = (uint4)(0, 32, 64, 96);
    uint4 some = (((uint4)1u << (((uint4)end - first) & 31u)) - 1u);
    uint4 result = select((uint4)0u, some, (uint4)end > first);
    return select(result, (uint4)~0u, (uint4)end >= first + 32u);
}

WGCE_FUNCTION uint4 wgce_bit_at(uint place)
{
    return wgce_bits_below(place + 1) & ~wgce_bits_below(place);
}

WGCE_FUNCTION int wgce_has_bit(uint4 ballot, uint place)
{
    return any((ballot & wgce_bit_at(place)) != 0u) != 0;
}

WGCE_FUNCTION uint wgce_count_bits(uint4 ballot, uint end)
{
    uint4 counts = popcount(ballot & wgce_bits_below(end));
    return counts.x + counts.y + counts.z + counts.w;
}

/* The greatest bit of those below the largest sub-group's size; 0 where none is set. */
WGCE_FUNCTION uint wgce_find_msb(uint4 ballot)
{
    uint4 b = ballot & wgce_bits_below(wgce_max_sub_group_size());
    uint word = b.w ? 3 : b.z ? 2 : b.y ? 1 : 0;
    uint bits = b.w ? b.w : b.z ? b.z : b.y ? b.y : b.x;
    return bits ? word * 32u + 31u - clz(bits) : 0u;
}

/* The least one. */
WGCE_FUNCTION uint wgce_find_lsb(uint4 ballot)
{
    uint4 b = ballot & wgce_bits_below(wgce_max_sub_group_size());
    uint word = b.x ? 0 : b.y ? 1 : b.z ? 2 : 3;
    uint bits = b.x ? b.x : b.y ? b.y : b.z ? b.z : b.w;
    return bits ? word * 32u + popcount((bits & (~bits + 1u)) - 1u) : 0u;
}

WGCE_FUNCTION uint4 wgce_ballot(__local void *scratch, int predicate)
{
    __local wgce_cell_int *cells = (__local wgce_cell_int *)scratch;
    struct wgce_group group = wgce_sub_group();
    uint4 result = (uint4)0u;
    uint i;
    cells[group.first + group.rank] = predicate;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (i = 0; i < group.size; ++i)
        if (cells[group.first + i] != 0)
            result |= wgce_bit_at(i);
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

/* ---- The standard's names ---- */

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wmacro-redefined"

/* clang-format off */
#define WGCE_RANK                                  (wgce_sub_group().rank)
#define sub_group_barrier(flags, scope...)         barrier(flags)
#define sub_group_elect()                          ((int)(WGCE_RANK == 0))
#define sub_group_non_uniform_all(p)               sub_group_all(p)
#define sub_group_non_uniform_any(p)               sub_group_any(p)
#define sub_group_non_uniform_all_equal(a)         wgce_all_equal(wgce_scratch, (a))
#define sub_group_non_uniform_broadcast(a, id)     wgce_shuffle(wgce_scratch, (a), (id))
#define sub_group_broadcast_first(a)               wgce_shuffle(wgce_scratch, (a), 0)
#define sub_group_ballot(p)                        wgce_ballot(wgce_scratch, (p))
#define sub_group_inverse_ballot(b)                wgce_has_bit((b), WGCE_RANK)
#define sub_group_ballot_bit_extract(b, i)         wgce_has_bit((b), (i))
#define sub_group_ballot_bit_count(b)              wgce_count_bits((b), wgce_max_sub_group_size())
#define sub_group_ballot_inclusive_scan(b)         wgce_count_bits((b), WGCE_RANK + 1)
#define sub_group_ballot_exclusive_scan(b)         wgce_count_bits((b), WGCE_RANK)
#define sub_group_ballot_find_lsb(b)               wgce_find_lsb(b)
#define sub_group_ballot_find_msb(b)               wgce_find_msb(b)
#define get_sub_group_eq_mask()                    wgce_bit_at(WGCE_RANK)
#define get_sub_group_ge_mask()                    (wgce_bits_below(wgce_max_sub_group_size()) & ~wgce_bits_below(WGCE_RANK))
#define get_sub_group_gt_mask()                    (wgce_bits_below(wgce_max_sub_group_size()) & ~wgce_bits_below(WGCE_RANK + 1))
#define get_sub_group_le_mask()                    wgce_bits_below(WGCE_RANK + 1)
#define get_sub_group_lt_mask()                    wgce_bits_below(WGCE_RANK)
#define sub_group_shuffle(a, id)                   wgce_shuffle(wgce_scratch, (a), (id))
#define sub_group_shuffle_xor(a, mask)             wgce_shuffle(wgce_scratch, (a), WGCE_RANK ^ (mask))
#define sub_group_shuffle_up(a, delta)             wgce_shuffle(wgce_scratch, (a), WGCE_RANK - (delta))
#define sub_group_shuffle_down(a, delta)           wgce_shuffle(wgce_scratch, (a), WGCE_RANK + (delta))
#define sub_group_rotate(a, delta)                 wgce_rotate(wgce_scratch, (a), (delta))
#define sub_group_clustered_rotate(a, delta, c)    wgce_clustered_rotate(wgce_scratch, (a), (delta), (c))
#define sub_group_non_uniform_reduce_add(a)             sub_group_reduce_add(a)
#define sub_group_non_uniform_scan_exclusive_add(a)     sub_group_scan_exclusive_add(a)
#define sub_group_non_uniform_scan_inclusive_add(a)     sub_group_scan_inclusive_add(a)
#define sub_group_clustered_reduce_add(a, c)            wgce_clustered_reduce_add(wgce_scratch, (a), (c))
#define sub_group_non_uniform_reduce_min(a)             sub_group_reduce_min(a)
#define sub_group_non_uniform_scan_exclusive_min(a)     sub_group_scan_exclusive_min(a)
#define sub_group_non_uniform_scan_inclusive_min(a)     sub_group_scan_inclusive_min(a)
#define sub_group_clustered_reduce_min(a, c)            wgce_clustered_reduce_min(wgce_scratch, (a), (c))
#define sub_group_non_uniform_reduce_max(a)             sub_group_reduce_max(a)
#define sub_group_non_uniform_scan_exclusive_max(a)     sub_group_scan_exclusive_max(a)
#define sub_group_non_uniform_scan_inclusive_max(a)     sub_group_scan_inclusive_max(a)
#define sub_group_clustered_reduce_max(a, c)            wgce_clustered_reduce_max(wgce_scratch, (a), (c))
#define sub_group_non_uniform_reduce_mul(a)             sub_group_reduce_mul(a)
#define sub_group_non_uniform_scan_exclusive_mul(a)     sub_group_scan_exclusive_mul(a)
#define sub_group_non_uniform_scan_inclusive_mul(a)     sub_group_scan_inclusive_mul(a)
#define sub_group_clustered_reduce_mul(a, c)            wgce_clustered_reduce_mul(wgce_scratch, (a), (c))
#define sub_group_non_uniform_reduce_and(a)             sub_group_reduce_and(a)
#define sub_group_non_uniform_scan_exclusive_and(a)     sub_group_scan_exclusive_and(a)
#define sub_group_non_uniform_scan_inclusive_and(a)     sub_group_scan_inclusive_and(a)
#define sub_group_clustered_reduce_and(a, c)            wgce_clustered_reduce_and(wgce_scratch, (a), (c))
#define sub_group_non_uniform_reduce_or(a)              sub_group_reduce_or(a)
#define sub_group_non_uniform_scan_exclusive_or(a)      sub_group_scan_exclusive_or(a)
#define sub_group_non_uniform_scan_inclusive_or(a)      sub_group_scan_inclusive_or(a)
#define sub_group_clustered_reduce_or(a, c)             wgce_clustered_reduce_or(wgce_scratch, (a), (c))
#define sub_group_non_uniform_reduce_xor(a)             sub_group_reduce_xor(a)
#define sub_group_non_uniform_scan_exclusive_xor(a)     sub_group_scan_exclusive_xor(a)
#define sub_group_non_uniform_scan_inclusive_xor(a)     sub_group_scan_inclusive_xor(a)
#define sub_group_clustered_reduce_xor(a, c)            wgce_clustered_reduce_xor(wgce_scratch, (a), (c))
#define sub_group_non_uniform_reduce_logical_and(a)     sub_group_reduce_logical_and(a)
#define sub_group_non_uniform_scan_exclusive_logical_and(a) sub_group_scan_exclusive_logical_and(a)
#define sub_group_non_uniform_scan_inclusive_logical_and(a) sub_group_scan_inclusive_logical_and(a)
#define sub_group_clustered_reduce_logical_and(a, c)    wgce_clustered_reduce_logical_and(wgce_scratch, (a) != 0, (c))
#define sub_group_non_uniform_reduce_logical_or(a)      sub_group_reduce_logical_or(a)
#define sub_group_non_uniform_scan_exclusive_logical_or(a) sub_group_scan_exclusive_logical_or(a)
#define sub_group_non_uniform_scan_inclusive_logical_or(a) sub_group_scan_inclusive_logical_or(a)
#define sub_group_clustered_reduce_logical_or(a, c)     wgce_clustered_reduce_logical_or(wgce_scratch, (a) != 0, (c))
#define sub_group_non_uniform_reduce_logical_xor(a)     sub_group_reduce_logical_xor(a)
#define sub_group_non_uniform_scan_exclusive_logical_xor(a) sub_group_scan_exclusive_logical_xor(a)
#define sub_group_non_uniform_scan_inclusive_logical_xor(a) sub_group_scan_inclusive_logical_xor(a)
#define sub_group_clustered_reduce_logical_xor(a, c)    wgce_clustered_reduce_logical_xor(wgce_scratch, (a) != 0, (c))
/* clang-format on */

#pragma clang diagnostic pop

#endif
#endif
