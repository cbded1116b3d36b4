kernel void barrier_in_switch(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int value = 1;

    switch (in[0]) {
    case 0:
        break;
    case 1:
        value = 2;
        break;
    default:
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = value;
}
