kernel void read_again(global const int *in, global int *out)
{
    local int own[64];
    const uint i = get_local_id(0);
    own[i] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int kept = own[(i + 1) % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    own[i] = in[i] + 10;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = kept;
}
