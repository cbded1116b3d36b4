kernel void vote_in_condition(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    if (sub_group_reduce_add(0))
        sub_group_any(in[i]);
    out[i] = 7;
}
