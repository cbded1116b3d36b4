#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
kernel void logical_xor(global const int *in, global int *out)
{
    out[get_global_id(0)] = sub_group_non_uniform_reduce_logical_xor(in[get_global_id(0)]);
}
