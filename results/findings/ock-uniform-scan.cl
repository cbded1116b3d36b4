kernel void scan_of_uniform(global const int *in, global int *out)
{
    out[get_global_id(0)] = work_group_scan_inclusive_add(in[0]);
}
