#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : enable

kernel void sum(global const int *in, global int *out)
{
    out[get_local_id(0)] = sub_group_clustered_reduce_add(in[get_local_id(0)], 4);
}
