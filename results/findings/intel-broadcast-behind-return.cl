kernel void behind_return(global const int *in, global int *out)
{
    const int x = in[get_local_id(0)];

    if (x < 0)
        return;
    out[get_local_id(0)] = work_group_broadcast(x, 2);
}
