kernel void guarded(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int x = in[i], y = in[i];
    size_t far = 0;

    if (i % 3 == 1)
        far = i;
    if (far < get_local_size(0)) {
        if (in[0] != 0)
            x = work_group_broadcast(x, 2);
        if (in[1] != 0)
            y = work_group_broadcast(y, 2);
    }
    out[i] = x == in[2] && y == in[i];
}
