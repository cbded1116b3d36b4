kernel void goto_and_local_memory(global const int *in, global int *out)
{
    local uint marks[64];
    const uint i = get_local_id(0);
    const uint rounds = in[0];
    volatile local uint *mine = marks + i;
    *mine = 0;
    for (uint round = 0; round < rounds; ++round) {
        out[i] = work_group_reduce_add(in[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
        do {
            *mine += 1;
            if (round + 1 == rounds)
                goto end;
        } while (*mine % 7 != 0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
end:
    if (*mine != 7 * rounds - 6)
        out[i] = -5;
}
