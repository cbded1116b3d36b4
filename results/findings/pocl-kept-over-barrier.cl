kernel void show(global const int *in, global int *out)
{
    const int item = (int)get_local_id(0);
    int kept[512];
    for (int k = 0; k < 512; ++k)
        kept[(k * 7 + in[0]) % 512] = item + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    int wrong = 0;
    for (int k = 0; k < 512; ++k)
        wrong |= kept[(k * 7 + in[0]) % 512] - (item + k);
    out[item] = wrong + 1;
}
