kernel void votes(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    out[i] = sub_group_any(in[i]) + sub_group_non_uniform_any(in[i]);
}
