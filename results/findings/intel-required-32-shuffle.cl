__attribute__((intel_reqd_sub_group_size(32)))
kernel void shuffle(global const int *in, global int *out)
{
    const uint down = get_sub_group_local_id() == 0 ? 1 : 0;

    out[get_local_id(0)] = sub_group_shuffle_down(in[get_local_id(0)], down);
}
