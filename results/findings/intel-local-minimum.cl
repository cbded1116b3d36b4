kernel void local_minimum(global const int *in, global int *out)
{
    local int least[2];
    const uint item = get_local_id(0);

    out[item] = 1;
    for (uint k = item; k < 2; k++)
        least[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_min(&least[get_sub_group_local_id() & 1u], ~work_group_all(0));
    barrier(CLK_LOCAL_MEM_FENCE);
}
