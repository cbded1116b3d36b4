#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
kernel void product(global const int *in, global int *out)
{
    const int product = sub_group_non_uniform_reduce_mul(in[get_global_id(0)]);

    out[get_global_id(0)] = get_sub_group_local_id() < 1000 ? product : 0;
}
