// 19 work-items, in: 1 to 19. 15, and 1000 times the number of the sub-group.
__attribute__((intel_reqd_sub_group_size(8))) kernel void broadcast_of_a_required_size(global const int *in,
                                                                                      global int *out)
{
    const int i = (int)get_local_id(0);
    out[i] = work_group_broadcast(in[i] * 3, (size_t)in[3]) + 1000 * (int)get_sub_group_id();
}
