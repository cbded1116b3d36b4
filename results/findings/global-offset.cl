/* 0: right. 1: get_global_id(0) is wrong, 2: get_global_offset(0) is. AT is the OFFSET of the launch. CALL: with a call
 * between two comparisons. */
#ifndef AT
#define AT 0x300000005UL
#endif
kernel void ids(global const int *in, global int *out)
{
    const size_t item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const size_t own = get_group_id(0) * get_local_size(0) + get_local_id(0) + (size_t)AT;
    int wrong = get_global_id(0) != own;
#ifdef CALL
    wrong |= work_group_any(in[item]) ? 0 : 4;
    wrong |= get_global_id(0) != own;
#endif
    wrong |= get_global_offset(0) != (size_t)AT ? 2 : 0;
    out[item] = wrong;
}
