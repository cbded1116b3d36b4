#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable

kernel void unoptimized_branch(global const int *in, global int *out)
{
    const uint i = get_local_id(0);

    if (in[i]) {
        out[i] = 3 + sub_group_broadcast_first(5);
    } else {
        out[i] = 4;
    }
    out[128 + i] = get_sub_group_id();
}
