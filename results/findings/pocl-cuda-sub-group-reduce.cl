#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void reduce(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    out[i] = sub_group_reduce_add(in[i]);
}
