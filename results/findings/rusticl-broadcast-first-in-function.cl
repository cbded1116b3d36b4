int first(int own, int more)
{
    if (more)
        own++;
    return sub_group_broadcast_first(own);
}

kernel void broadcast_first(global const int *in, global int *out)
{
    const int item = get_local_id(0);
    int got = -1;
#ifdef INLINE
    if (in[item])
        got = sub_group_broadcast_first(item);
#else
    if (in[item])
        got = first(item, in[item] == 2);
#endif
    out[item] = got;
}
