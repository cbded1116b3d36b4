kernel void char_behind_barrier(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = in[1] ? (char)1 : (char)in[i];
}
