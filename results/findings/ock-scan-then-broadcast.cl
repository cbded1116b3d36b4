kernel void scan_then_broadcast(global const int *in, global int *out)
{
    const uint i = get_local_linear_id();
    const int v = work_group_scan_inclusive_add(in[i]);
    out[i] = v + work_group_broadcast((v & 3) == 0 ? in[0] : (int)get_sub_group_local_id(), in[0] & 3);
}
