#ifdef MIN
#define CHOOSE min
#define SCAN sub_group_scan_inclusive_min
#else
#define CHOOSE max
#define SCAN sub_group_scan_inclusive_max
#endif

kernel void scan_upper_half(global const int *in, global int *out)
{
    const int i = get_local_id(0), sub_group = get_sub_group_id();
    int x = in[i];

    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_sub_group_local_id() == 0)
        x = CHOOSE(in[sub_group], x);
    out[i] = SCAN(x);
}
