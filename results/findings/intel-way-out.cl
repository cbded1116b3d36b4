#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable

#ifdef RETURN
int in_turn(int x)
{
    for (int round = 0; round < 9; ++round) {
        if (x == round)
            return sub_group_non_uniform_reduce_add(1);
    }
    return -1;
}
#endif

kernel void way_out(global const int *in, global int *out)
{
    const int x = in[get_local_id(0)];
    int n = 0;
    bool there = true;

#ifdef RETURN
    n = in_turn(x);
#else
    for (int round = 0; there; ++round) {
        if (x == round) {
            n = sub_group_non_uniform_reduce_add(1);
#ifdef BREAK
            break;
#endif
            there = false;
        }
#ifdef STORE
        out[get_local_id(0)] = round;
#endif
    }
#endif
    out[get_local_id(0)] = n;
}
