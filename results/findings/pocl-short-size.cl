__attribute__((intel_reqd_sub_group_size(4)))
kernel void size_of_short(global const int *in, global int *out)
{
    out[get_local_id(0)] = get_sub_group_size();
}
