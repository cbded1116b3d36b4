kernel void function_in_round(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    const int rounds = in[0] != 0;

    for (int k = 0; k < rounds; k++) {
        work_group_any(0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = work_group_any(in[i]) != 0;
}
