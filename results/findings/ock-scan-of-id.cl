kernel void scan_of_id(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    out[i] = work_group_scan_inclusive_add(i);
}
