int part(int value)
{
    int result = 3;
    if (value > 100) {
        result = value;
    }
    return result;
}

void store(global int *out, int value)
{
    if (value > 1) {
        *out = part(value);
    }
}

kernel void private_overwritten(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    store(&out[i], in[i]);
    out[i] += 10;
}
