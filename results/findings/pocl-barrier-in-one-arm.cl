kernel void barrier_in_one_arm(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int value;

    if (in[0]) {
        barrier(CLK_LOCAL_MEM_FENCE);
        value = 1;
    } else {
        value = in[i];
    }
    out[i] = value;
}
