kernel void numbers(global const int *in, global int *out)
{
    size_t item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    out[item] = in[item] == 0 ? get_num_sub_groups() : get_enqueued_num_sub_groups();
}
