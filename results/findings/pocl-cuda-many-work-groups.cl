kernel void last_row(global const int *in, global int *out)
{
    if (get_group_id(1) == get_num_groups(1) - 1)
        out[get_local_id(0)] = (int)get_group_id(1);
}
