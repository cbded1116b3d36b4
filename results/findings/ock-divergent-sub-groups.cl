kernel void reduce_in_condition(global const int *in, global int *out)
{
    const int i = get_global_id(0);
    int sum = 0;
    if (in[i])
        sum = sub_group_reduce_add(1);
    out[i] = 100 * get_sub_group_size() + sum;
}
