kernel void scan_then_broadcast(global const int *in, global int *out)
{
    const uint i = get_local_linear_id();
    const int sum = work_group_scan_inclusive_add(in[i]);
    out[i] = work_group_broadcast(in[i], sum > 1000);
}
