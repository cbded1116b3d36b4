kernel void clustered_rotate(global const int *in, global int *out)
{
    out[get_global_id(0)] = sub_group_clustered_rotate((int)get_sub_group_local_id(), 1, 4);
}
