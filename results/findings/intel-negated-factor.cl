#ifndef VALUE
#define VALUE 1.0f + v * (float)in[i]
#endif

kernel void negated_factor(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    float v = -(float)in[i];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = (int)(VALUE);
}
