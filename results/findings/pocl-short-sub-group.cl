__attribute__((intel_reqd_sub_group_size(4)))
kernel void scan(global const int *in, global int *out)
{
    out[get_local_id(0)] = sub_group_scan_inclusive_add(in[get_local_id(0)]);
}
