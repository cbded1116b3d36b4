kernel void reduce_behind_condition(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    int first = 0;
    if (in[0]) {
        first = work_group_broadcast(in[i], 1);
    }
    out[i] = work_group_reduce_add(in[i]) == 9 ? 9 + first * 100 : -1;
}
