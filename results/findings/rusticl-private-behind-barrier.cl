struct results {
    int value[64];
};

struct results spread(int value)
{
    struct results result;
    for (int i = 0; i < 64; i++) {
        result.value[i] = value > 1 ? value : 0;
    }
    return result;
}

void store(global int *out, int value)
{
    if (value) {
        *out = spread(value).value[5];
    }
}

kernel void private_behind_barrier(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    store(&out[i], in[i]);
    out[i] += 10;
}
