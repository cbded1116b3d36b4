__attribute__((intel_reqd_sub_group_size(64)))
kernel void broadcast(global const int *in, global int *out)
{
    out[get_local_id(0)] = sub_group_broadcast(in[get_local_id(0)], in[0]);
}
