kernel void reduce_behind_barrier(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    if (in[0]) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = work_group_reduce_add(in[i]) == 9 ? 9 : -1;
}
