kernel void scan_in_one_arm(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int value = work_group_reduce_add(in[i]);

    if (in[0])
        value = work_group_scan_inclusive_add(1);
    else
        work_group_broadcast(value, 1);
    out[i] = value;
}
