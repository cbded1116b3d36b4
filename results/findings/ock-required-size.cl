__attribute__((intel_reqd_sub_group_size(8)))
kernel void required(global const int *in, global int *out)
{
    out[get_global_id(0)] = 100 * get_max_sub_group_size() + sub_group_reduce_add(1);
}
