kernel void two_conditions(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    int value = 0;
    if (in[0]) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (in[i] && in[in[i]]) {
            value = 100 / (in[i] + 1);
        }
    }
    out[i] = value;
}
