static int some(local int *cells, int value, uint count)
{
    int result = 1;

    cells[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 8; k <= count; k += 8) {
        const uint before = count & ~(k - 1);
        if (before != count)
            result = cells[min(before - 1, 5u)] + 100;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

kernel void loop_of_some(global const int *in, global int *out)
{
    local int cells[64];
    const uint i = get_local_id(0), first = i / 8 * 8;
    const uint count = min((uint)get_local_size(0) - first, 8u);
    int x, y;

    if (in[0] == 0) {
        x = some(cells, in[i], count);
        y = some(cells, in[i] + 10, count);
    } else {
        y = some(cells, in[i] + 10, count);
        x = some(cells, in[i], count);
    }
    out[i] = 1000 * x + y;
}
