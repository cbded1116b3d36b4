#ifndef LOOPS
#define LOOPS 4
#endif
#define LOOP                                                                                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    for (int k = 0; k < in[0]; k++) {                                                              \
        if (i > k)                                                                                 \
            at[i] += 1;                                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    }
#define LOOP_IF(n)                                                                                 \
    if (LOOPS > n) {                                                                               \
        LOOP                                                                                       \
    }

kernel void many_loops(global const int *in, global int *out)
{
    local int at[64];
    const int i = get_local_id(0);

    at[i] = 0;
    LOOP_IF(0) LOOP_IF(1) LOOP_IF(2) LOOP_IF(3) LOOP_IF(4) LOOP_IF(5)
    LOOP_IF(6) LOOP_IF(7) LOOP_IF(8) LOOP_IF(9) LOOP_IF(10) LOOP_IF(11)
    out[i] = at[i];
}
