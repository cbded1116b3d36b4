kernel void last_round(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    int value = in[i];
    for (uint k = 0; k < 2; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k == 1 && (value & 1))
            value = 100 / value;
    }
    out[i] = value;
}
