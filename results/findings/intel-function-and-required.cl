__attribute__((noinline))
int call(int x, uint id)
{
    return sub_group_broadcast(x, id);
}

kernel void in_function(global const int *in, global int *out)
{
    out[get_local_id(0)] = call(in[get_local_id(0)], 0);
}

__attribute__((intel_reqd_sub_group_size(32)))
kernel void required(global const int *in, global int *out)
{
    out[get_local_id(0)] = sub_group_broadcast(in[get_local_id(0)], 0);
}
