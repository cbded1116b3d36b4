kernel void size(global const int *in, global int *out)
{
    out[get_local_id(0)] = get_sub_group_size();
}
