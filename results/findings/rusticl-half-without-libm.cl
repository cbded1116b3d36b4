#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void half_without_libm(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    out[i] = sub_group_reduce_max((half)in[i]);
}
