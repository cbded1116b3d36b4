static int meet(int value)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    return value;
}

static int choose(int value)
{
    int more = 0;
    if (value > 1) {
        more = 1;
    }
    return meet(value) + more;
}

kernel void barrier_in_function(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    out[i] = choose(in[i]);
}
