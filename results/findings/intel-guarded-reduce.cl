kernel void guarded_reduce(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int x = in[i], y = in[i];

    if (in[0] != 0) {
        x = work_group_reduce_add(x);
        if (in[1] != 0)
            y = work_group_reduce_add(y);
    }
    out[i] = y;
}
