kernel void scan_of_floats(global const int *in, global int *out)
{
    const float x = in[get_local_id(0)];

    out[get_local_id(0)] = (int)sub_group_scan_inclusive_max(x);
}
