kernel void sub_group_barriers(global const int *in, global int *out)
{
    for (uint k = 0; k < get_sub_group_id(); k++) {
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_local_id(0)] = 1;
}
