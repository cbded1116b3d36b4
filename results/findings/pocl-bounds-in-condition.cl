kernel void bounds_in_condition(global const int *in, global int *out)
{
    const uint i = get_global_id(0);
    int value = in[i];
    if (i % 2 == 0) {
        if (i >= 1000)
            return;
        value = in[i / 2] + 100;
    }
    out[i] = 10 * work_group_reduce_add(1) + value;
}
