#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
kernel void products_before(global const int *in, global int *out)
{
    out[get_global_id(0)] = sub_group_non_uniform_scan_exclusive_mul(in[get_global_id(0)]);
}
