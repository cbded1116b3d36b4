static int meet(local int *cells, int value)
{
    const int i = get_local_id(0);

    cells[i] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = cells[i ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return value;
}

static int2 inner(local int *cells, int2 value)
{
    return (int2)(meet(cells, value.x), value.y);
}

static int3 outer(local int *cells, int3 value)
{
    return (int3)(inner(cells, value.xy), meet(cells, value.z));
}

kernel void barrier_two_deep(global const int *in, global int *out)
{
    local int cells[64];
    const int i = get_local_id(0);
    const int3 all = outer(cells, (int3)(in[i], in[i] + 1, in[i] + 2));

    out[i] = all.x + all.y + all.z;
}
