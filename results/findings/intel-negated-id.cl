kernel void negated_id(global const int *in, global int *out)
{
    float v = -(float)get_local_id(0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = (int)v == in[get_local_id(0)];
}
