kernel void nested_loops_behind_barrier(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const uint rounds = in[i];
    uint k = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    do {
        for (uint m = 0; m < 4; m++) {
            out[i] = in[i] + k;
        }
        k++;
    } while (k < rounds);
}
