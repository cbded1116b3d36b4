kernel void return_in_condition(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    if (get_local_size(0) > 1) {
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        if (in[i])
            return;
    }
    out[i] = 1;
}
