kernel void load_behind_collective(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int a;

    out[i + 64] = in[i] + 5;
    barrier(CLK_GLOBAL_MEM_FENCE);
    work_group_reduce_max(0);
    a = out[64];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a;
}
