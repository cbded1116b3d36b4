kernel void condition_before_barrier(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    if (get_group_id(0) < 100) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (in[i] & 1) {
            out[i] = 10;
        } else if (in[i] & 2) {
            out[i] = 20;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] += 1;
}
