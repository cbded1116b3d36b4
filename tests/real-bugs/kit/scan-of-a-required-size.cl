// 19x2 work-items, in: 1. The sums 1 to 38, and 100 times the number of the sub-group.
__attribute__((intel_reqd_sub_group_size(8))) kernel void scan_of_a_required_size(global const int *in, global int *out)
{
    const uint i = (uint)get_local_linear_id();
    out[i] = work_group_scan_inclusive_add(in[i]) + 100 * (int)get_sub_group_id();
}
