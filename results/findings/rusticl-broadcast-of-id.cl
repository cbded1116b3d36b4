ulong broadcast_id(uint lanes)
{
    ulong by = 0, id = 0;

    id = id + ((ulong)(uint)get_local_id(1) << (by & 63));
    return (ulong)sub_group_broadcast(as_int((uint)id), get_sub_group_id() % lanes);
}

kernel void broadcast_of_id(global const int *in, global int *out)
{
    out[get_local_id(0)] = broadcast_id(1);
}
