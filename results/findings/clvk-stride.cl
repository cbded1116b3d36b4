kernel void stride(global const int *in, global int *out)
{
    const ulong bytes = get_local_size(0) * 4ul;
    global const char *place = (global const char *)(in + get_group_id(1)) + get_local_id(0) * 4;
    int x = 0;
    for (ulong at = get_local_id(0); at < get_local_size(0) * 3ul; at += get_local_size(0)) {
        x = *(global const int *)place;
        place += bytes;
    }
    out[get_global_id(0)] = x;
}
