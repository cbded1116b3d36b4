kernel void way_out(global const int *in, global int *out)
{
    const int own = in[get_local_id(0)];
    int votes = 0;
#ifdef WATERFALL
    for (bool there = true; there;) {
        if (own == sub_group_broadcast_first(own)) {
            votes = popcount(sub_group_ballot(1).x);
            there = false;
        }
    }
#elif defined(STAYS)
    for (int round = 0; round < 4; ++round) {
        if (own == round)
            votes = popcount(sub_group_ballot(1).x);
    }
#else
    for (int round = 0;; ++round) {
        if (own == round) {
            votes = popcount(sub_group_ballot(1).x);
            break;
        }
    }
#endif
    out[get_local_id(0)] = votes;
}
