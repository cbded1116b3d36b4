kernel void uniform_scan(global const int *in, global int *out)
{
    const uint i = get_local_id(0);

    if (in[i])
        out[i] = (int)sub_group_non_uniform_scan_exclusive_add(1.0f);
}
