kernel void size_and_scan(global const int *in, global int *out)
{
    const uint size = get_sub_group_size();
    const float least = work_group_scan_exclusive_min((float)in[get_local_id(0)]);

    out[get_local_id(0)] = size == 0 ? -1 : least == INFINITY ? -2 : (int)least;
}
