// 4x4x4 work-items, in: 1 to 64. 2080 and the number of the work-item.
kernel void linear_id(global const int *in, global int *out)
{
    const int i = (int)get_local_linear_id();
    out[i] = work_group_reduce_add(in[i]) + i;
}
