kernel void read_again(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const int kept = out[i + 64];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i + 64] = in[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = kept;
}
