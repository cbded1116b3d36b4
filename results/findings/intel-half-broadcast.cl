#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_broadcast(global const int *in, global int *out)
{
    half x = (half)in[get_global_id(0)];
    out[get_global_id(0)] = (int)work_group_broadcast(x, 0);
}
