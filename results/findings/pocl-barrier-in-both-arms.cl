kernel void barrier_in_both_arms(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int value;

    if (in[0]) {
        value = in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        barrier(CLK_LOCAL_MEM_FENCE);
        value = in[i] + 1;
    }
    out[i] = value;
}
