kernel void broadcast_of_uniform(global const int *in, global int *out)
{
    out[get_global_id(0)] = work_group_broadcast(in[0], 0);
}
