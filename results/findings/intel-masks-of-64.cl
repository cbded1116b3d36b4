#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable

__attribute__((intel_reqd_sub_group_size(64)))
kernel void masks(global const int *in, global int *out)
{
    const uint4 ge = get_sub_group_ge_mask(), lt = get_sub_group_lt_mask();

    out[get_local_id(0)] = (int)(popcount(ge.x) + popcount(ge.y) + popcount(lt.x) + popcount(lt.y));
}
