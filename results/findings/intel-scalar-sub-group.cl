#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : enable

kernel void elect(global const int *in, global int *out)
{
    out[get_local_id(0)] = sub_group_elect();
}
