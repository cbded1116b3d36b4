kernel void first_after_barrier(global const int *in, global int *out)
{
    local int count;
    const size_t i = get_local_id(0);

    if (i == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[0] != 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0)
            count++;
    }
    if (in[1] != 0)
        barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = count;
}
