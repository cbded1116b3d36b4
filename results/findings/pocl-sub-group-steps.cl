#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void steps(global const int *in, global int *out)
{
    const size_t i = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int last = in[get_sub_group_id()];
    int sum = 0;

    for (int step = 0; step < last; ++step) {
        sum += step + 1;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sum;
}
