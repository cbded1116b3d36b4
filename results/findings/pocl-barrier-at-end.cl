kernel void barrier_at_end(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const uint n = in[0];
    int value = 0;
    uint k = 0;
    do {
        if (k == 0) {
            value = work_group_any(0);
            value = i ? 0 : in[i];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    } while (++k < n);
    out[i] = value;
}
