#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable

kernel void inactive(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    if (in[i] != 0)
        out[i] = sub_group_shuffle((int)i, get_sub_group_local_id());
}
