#pragma OPENCL EXTENSION cl_khr_subgroup_clustered_reduce : enable

#ifndef TYPE
#define TYPE long
#endif

kernel void sum(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    out[i] = (int)sub_group_clustered_reduce_add((TYPE)in[i], 4) + (get_sub_group_id() > 99);
}
