/* The upper half of the sum: of 1 << 32 from each work-item, so their number. */
kernel void sum_of_ulong(global const int *in, global int *out)
{
    ulong x = work_group_reduce_add((ulong)in[get_global_id(0)] << 32);
    out[get_global_id(0)] = (int)(x >> 32);
}
