#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void sum(global const int *in, global int *out)
{
    half value = in[get_local_id(0)];
    out[get_local_id(0)] = work_group_reduce_add(value);
}
