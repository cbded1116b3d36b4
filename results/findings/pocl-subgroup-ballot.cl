kernel void k(global uint *out)
{
    out[get_global_id(0)] = sub_group_ballot_bit_count(sub_group_ballot(1));
}
