kernel void loop_in_condition(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    uint rounds = 0;
    int value = 0;
    if (in[0]) {
        rounds = in[1];
        value = work_group_reduce_add(0);
        if (in[i + 2]) {
            for (uint k = 0, n = rounds % 7; k < n; k++) {
                value = ~value;
            }
        }
    }
    out[i] = value;
}
