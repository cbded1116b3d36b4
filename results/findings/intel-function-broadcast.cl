__attribute__((noinline)) int from(int x, int id)
{
    return work_group_broadcast(x, id);
}

kernel void broadcast_in_a_function(global const int *in, global int *out)
{
    out[get_local_id(0)] = from(in[get_local_id(0)], in[0]);
}
