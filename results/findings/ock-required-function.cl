__attribute__((noinline))
int sum(int x)
{
    return sub_group_reduce_add(x);
}

__attribute__((intel_reqd_sub_group_size(8)))
kernel void required(global const int *in, global int *out)
{
    out[get_global_id(0)] = sum(in[get_global_id(0)]);
}
