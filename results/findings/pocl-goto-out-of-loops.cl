kernel void goto_out_of_loops(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    volatile global int *mine = out + i;
    for (int r = 0; r < in[0]; r++) {
        int sum = work_group_reduce_add(in[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
        do {
            *mine += 1;
            if (in[0] > 5)
                goto end;
        } while (*mine % 7 != 0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
end:;
}
