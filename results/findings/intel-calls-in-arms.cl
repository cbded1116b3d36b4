#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable

__attribute__((noinline)) int sum(int a)
{
    return sub_group_non_uniform_reduce_add(a);
}

kernel void calls_in_arms(global const int *in, global int *out)
{
    const uint i = get_global_id(0);

    if (in[i] != 0)
        out[i] = sum(1);
    else
        out[i] = sum(10);
}
