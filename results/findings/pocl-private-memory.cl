kernel void show(global const int *in, global int *out)
{
    const int item = (int)get_local_id(0);
    int kept[512];
    for (int k = 0; k < 512; ++k)
        kept[(k * 7 + in[0]) % 512] = item + k;
    const int any = work_group_any(item == 3);
    int wrong = 0;
    for (int k = 0; k < 512; ++k)
        wrong |= kept[(k * 7 + in[0]) % 512] - (item + k);
    out[item] = wrong + (any != 0);
}
