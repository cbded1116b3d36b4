#pragma OPENCL EXTENSION cl_khr_subgroup_extended_types : enable
__attribute__((noinline)) int3 first(int3 x, uint id)
{
    return sub_group_broadcast(x, id);
}
kernel void three_in_function(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const int3 all = first((int3)(in[i], 7, 8), 0);
    out[i] = all.x;
}
