kernel void fall_through(global const int *in, global int *out)
{
    int x = in[get_local_id(0)], y = x;
    switch (in[0]) {
    case 1:
        y = sub_group_broadcast(y, 2);
        /* and the next */
    case 2:
        x = sub_group_broadcast(x, 3);
    }
    out[get_local_id(0)] = x;
}
