kernel void dimension(global const int *in, global int *out)
{
    const uint d = in[0];
    const size_t i = get_local_id(0);

    out[i] = i % 3 == 0 ? get_global_size(d) : i % 3 == 1 ? get_local_size(d) : get_num_groups(d);
}
