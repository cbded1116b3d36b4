kernel void guarded_value(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int x = in[i];

    if (in[0] != 0) {
        out[64 + i] = work_group_reduce_add(x);
        if (in[1] != 0) {
            out[128 + i] = 1;
            x = 100;
        }
    }
    out[i] = x;
}
