kernel void scan_of_loaded(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const float x = (float)in[i];

    if (x > 0)
        out[i] = (int)sub_group_non_uniform_scan_exclusive_add(x);
}
