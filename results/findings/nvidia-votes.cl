#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void votes(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const int x = in[i];
    int sum = sub_group_any(x < 0) != 0;
    sum += sub_group_all(x == 0) != 0;
    out[i] = sub_group_any(1) && sum;
    out[i + get_local_size(0)] = sum;
}
