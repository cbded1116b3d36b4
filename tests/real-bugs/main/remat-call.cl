// 16 work-items, in: 1 2 3. Each changes another byte of its variable; with the bug the first value is back after the barrier.
kernel void byte_of_variable(global const int *in, global int *out)
{
    const int i = (int)get_local_id(0);
    uint v = 0x01010101;

    ((uchar *)&v)[in[i] & 3] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = (int)v;
}
