#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : enable

__attribute__((noinline)) int equal(int x) { return sub_group_non_uniform_all_equal(x); }

kernel void missing_equal(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    if (in[i] != 0)
        out[i] = equal(in[i]);
}
