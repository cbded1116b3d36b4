// 16 work-items, in: 1 2 3 4. Work-items that read 1 or 2 set t to 7, and their last loop makes 28; with the bug it makes 0 or 1.
kernel void inner_counter(volatile global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0);

    barrier(CLK_LOCAL_MEM_FENCE); // PoCL 6.0 is right without it

    volatile int t = 0;

    for (int j = 0; j < in[2]; j++)
        for (int m = 0; m < in[2]; m++) {
            if (in[0] > 0) {
                if ((m & 1) == 0) {
                    out[i] += 1;
                    if (in[i] > 2)
                        continue;
                } else {
                    out[i] *= 2;
                    out[i] += 3;
                    continue;
                }
            } else {
                out[i] = 5;
            }
            t = 7;
        }
    out[i] = 0;
    for (int k = 0; k < t; k++)
        out[i] += k + 1;
}
