__attribute__((intel_reqd_sub_group_size(32))) kernel void num_sub_groups(global const int *in, global int *out)
{
    out[get_local_id(0)] = 100 * (int)get_sub_group_id() + (int)get_num_sub_groups();
}
