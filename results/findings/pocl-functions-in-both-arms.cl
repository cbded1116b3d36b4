kernel void functions_in_both_arms(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int value;

    if (in[0])
        value = sub_group_all(in[i]);
    else
        value = work_group_reduce_add(in[i]);
    out[i] = value;
}
