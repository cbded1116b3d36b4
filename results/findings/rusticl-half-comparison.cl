#pragma OPENCL EXTENSION cl_khr_fp16 : enable

uint4 keep(uint4 x, global uint *to)
{
    vstore4(x, 0, to);
    return x;
}

uint next(private uint *made)
{
    return (*made)++;
}

#ifndef TYPE
#define TYPE half
#endif

kernel void half_comparison(global const int *in, global int *out)
{
    const uint item = get_local_linear_id();
    global uint *kept = (global uint *)out + 64 + item * 72u;
    uint made[6] = {0};
    uint count = 0;
    int vote = 0;
    half zero = 0;
    if ((TYPE)item <= (TYPE)in[item]) {
    } else {
        vote = sub_group_non_uniform_scan_inclusive_logical_or((int)in[2]) != 0;
        zero = (half)((uint)(int)(sub_group_inverse_ballot(keep(sub_group_ballot(0), kept)) != 0 ? (half)(0) : (half)(0)) & 7u);
        for (uint k = 0, rounds = (uint)in[0]; k < rounds; k++) {
            count = sub_group_ballot_bit_count(keep(sub_group_ballot(1), kept + 4u + next(made + 1) * 4u));
            const half least = sub_group_non_uniform_reduce_min((half)(1));
            kept[20u + next(made + 2)] = 0;
            vote = (half)((uint)vote & 7u) < least;
            if (in[1] == 1) {
                count = vote ? sub_group_ballot_bit_count(keep(sub_group_ballot(0), kept + 24u + next(made + 3) * 4u)) *
                                   sub_group_ballot_bit_count(keep(sub_group_ballot(0), kept + 40u + next(made + 4) * 4u))
                             : sub_group_ballot_bit_count(keep(sub_group_ballot(0), kept + 56u + next(made + 5) * 4u) & get_sub_group_gt_mask());
            } else {
                out[item] = (int)max((half)(0), (half)k);
            }
        }
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
}
