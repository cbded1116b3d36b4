#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : enable
kernel void missing_clustered(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    out[i] = sub_group_clustered_reduce_add(in[i], 4);
}
