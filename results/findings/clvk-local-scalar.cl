kernel void local_scalar(global const int *in, global int *out)
{
    local uint word;

    if (get_local_id(0) == 0)
        word = (uint)in[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 100 * (int)get_max_sub_group_size() + (int)word;
}
