kernel void ask(global const int *in, global int *out)
{
    local int all[64];
    const int item = (int)get_local_id(0);
    all[item] = in[item];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[item] = (item & 1) ? all[item] : all[0];
}
