static int sum_of(local int *cells, int value)
{
    int id = get_local_id(0), size = get_local_size(0);
    cells[id] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = 1; n < size; n *= 2) {
        if (id % (2 * n) == 0 && id + n < size)
            cells[id] += cells[id + n];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    value = cells[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return value;
}

/* out[0] becomes 1 if a work-group ever gets another sum than its own. */
kernel void sums(global const int *in, global int *out)
{
    local int cells[64];
    int group = get_group_id(0), size = get_local_size(0);

    for (int round = 0; round < 1000; round++) {
        int x = sum_of(cells, group + in[0]);
        int y = sum_of(cells, x + round);
        if (x != (group + in[0]) * size || y != (x + round) * size)
            out[0] = 1;
    }
}
