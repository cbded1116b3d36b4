kernel void loop_after_barrier(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    local volatile int count[128];
    count[i] = in[i];
    for (int round = 0; round < 4; round++) {
        out[i] = work_group_reduce_add(in[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
        do
            count[i] += 2;
        while (count[i] < 9);
    }
}
