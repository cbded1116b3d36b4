kernel void barrier_behind_function(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    if (in[0]) {
        work_group_any(0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = work_group_any(in[i]) != 0;
}
