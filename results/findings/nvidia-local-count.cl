kernel void counted(global const int *in, global int *out)
{
    local uint count[1];
    const uint i = get_local_id(0);
    if (i == 0)
        count[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&count[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef STRAIGHT
    out[i] = count[0];
#else
    out[i] = count[0] + (in[1] ? in[1] : in[2]);
#endif
}
