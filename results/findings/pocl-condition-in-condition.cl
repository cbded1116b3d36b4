kernel void condition_in_condition(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const int value = in[i];
    if (in[0]) {
        work_group_barrier(CLK_GLOBAL_MEM_FENCE);
        if (value > 1) {
            out[i] = 0;
        }
    }
    if (!value) {
        out[i] = 7;
    }
}
