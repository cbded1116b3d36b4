__attribute__((intel_reqd_sub_group_size(32))) kernel void required_broadcast(global const int *in, global int *out)
{
    const uint i = (uint)get_local_id(0);
    out[i] = work_group_broadcast((int)i + 100, in[0]);
}
