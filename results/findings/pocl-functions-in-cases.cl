static int next(local int *cells, int value)
{
    const int i = get_local_id(0);
    int result;

    cells[i] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    result = cells[i ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

kernel void functions_in_cases(global const int *in, global int *out)
{
    local int cells[64];
    const int i = get_local_id(0);
    int x = in[i], y = in[i] + 10;

    switch (in[0] % 4) {
    case 0:
        x = next(cells, x);
        y = next(cells, y);
        break;
    case 1:
        y = next(cells, y);
        /* and the next */
    case 2:
        x = next(cells, x);
        if (in[0] % 4 == 1)
            break;
        y = next(cells, y);
        break;
    default:
        y = next(cells, y);
        x = next(cells, x);
    }
    out[i] = 100 * x + y;
}
