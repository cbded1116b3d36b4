/*
 * Each work-item passes one value and gets the sum of the values up to its own; work-item 0 writes
 * the sum of all. The code is the same with the device's functions and with the header's.
 */
#ifndef WGC_COLLECTIVES_CL_H
#include "wgc_collectives.cl.h" /* if the host does not put it in front of this source */
#endif

/* A function that calls collectives gets the scratch as a parameter. */
int running_sum(int value, WGC_SCRATCH_PARAM)
{
    return work_group_scan_inclusive_add(value);
}

kernel void sum_and_scan(global const int *in, global int *scan, global int *sum)
{
    WGC_SCRATCH_TYPED(int, 256); /* work-groups of up to 256: 1 KiB of local memory */
    size_t i = get_global_id(0);
    scan[i] = running_sum(in[i], WGC_SCRATCH_ARG);
    int total = work_group_reduce_add(in[i]);
    if (get_local_id(0) == 0)
        sum[get_group_id(0)] = total;
}
