__attribute__((intel_reqd_sub_group_size(64)))
kernel void required(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    const int items = i < 64 ? 64 : (int)get_local_size(0) - 64;

    out[i] = sub_group_reduce_add(in[i]) == items;
}
