// 16 work-items, in: 1 to 8. The same rounds and barriers for all: 110 each; with the bug 182.
kernel void two_latches(volatile global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0);

    out[i] = 0;
    for (int k = 0; k < in[1]; k++) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        for (int m = 0; m < in[0]; m++) {
            out[i] += 17;
            if ((k & 1) == 0) {
                barrier(CLK_GLOBAL_MEM_FENCE);
                out[i] += 1;
            } else {
                barrier(CLK_GLOBAL_MEM_FENCE);
                out[i] += 2;
            }
            if ((m & 1) == 0) {
                barrier(CLK_GLOBAL_MEM_FENCE);
                out[i] *= 2;
            }
        }
    }
}
