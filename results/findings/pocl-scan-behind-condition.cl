kernel void behind_condition(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int sum = 0;

    if (in[0] & 1)
        sum = work_group_reduce_add(in[i]);
    const int upto = work_group_scan_inclusive_add(in[i]);
    out[i] = upto + sum * 100;
}
