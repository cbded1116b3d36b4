kernel void endless_do_loop(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    volatile global int *mine = out + i;
    *mine = in[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    do {
        *mine += 5;
    } while (*mine % 4 != 0);
}
