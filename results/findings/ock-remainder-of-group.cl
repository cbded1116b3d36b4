kernel void remainder_of_group(global const int *in, global int *out)
{
    const size_t last = get_group_id(0) % (uint)in[0];
    for (uint round = 0; round <= last; ++round)
        out[round] = 1;
}
