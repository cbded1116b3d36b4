#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void every_other(global const int *in, global int *out)
{
    const size_t i = get_local_id(1) * get_local_size(0) + get_local_id(0);
    int x = in[i];

    if (get_sub_group_id() & 1)
        x = sub_group_reduce_add(x);
    out[i] = x;
}
