kernel void shuffle(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    out[i] = sub_group_shuffle(in[i], get_sub_group_local_id()) + (int)get_sub_group_id();
}
