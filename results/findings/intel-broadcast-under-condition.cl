kernel void under_condition(global const int *in, global int *out)
{
    const int x = in[get_local_id(0)];

#ifdef BREAK
    for (int i = 0; i < in[0]; i++) {
        if (x < 0)
            break;
        out[get_local_id(0)] = work_group_broadcast(x, 2);
    }
#else
    if (x >= 0)
        out[get_local_id(0)] = work_group_broadcast(x, 2);
#endif
}
