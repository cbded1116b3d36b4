kernel void size_and_broadcast(global const int *in, global int *out)
{
    const int x = work_group_broadcast(in[get_local_id(0)], in[0]);

    out[get_local_id(0)] = get_sub_group_size() == 0 ? -1 : x;
}
