#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable

kernel void waterfall(global const int *in, global int *out)
{
    const int x = in[get_local_id(0)];
    int n = 0;
    bool there = true;

    while (there) {
        if (x == sub_group_broadcast_first(x)) {
            n = sub_group_non_uniform_reduce_add(1);
            there = false;
        }
    }
    out[get_local_id(0)] = n;
}
