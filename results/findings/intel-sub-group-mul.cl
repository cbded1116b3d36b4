#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
kernel void product(global const int *in, global int *out)
{
    out[get_global_id(0)] = sub_group_non_uniform_reduce_mul(in[get_global_id(0)]);
}
