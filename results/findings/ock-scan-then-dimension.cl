kernel void scan_then_dimension(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const int least = work_group_scan_inclusive_min(in[i]);
    out[i] = least > 1000 ? get_local_id(1) : get_local_id(0);
}
