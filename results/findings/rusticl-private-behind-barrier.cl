int16 spread(int value)
{
    int16 result = 0;
    if (value > 1) {
        result = value;
    }
    return result;
}

void store(global int *out, int value)
{
    if (value) {
        *out = spread(value).s5;
    }
}

kernel void private_behind_barrier(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    store(&out[i], in[i]);
    out[i] += 10;
}
