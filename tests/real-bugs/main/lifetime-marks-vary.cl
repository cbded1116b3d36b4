// 16 work-items, in: 1 2 3. Work-items that read 3 return in front of the loop and keep 1; with the bug they go round it.
kernel void lifetime_marks(volatile global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0);

    barrier(CLK_LOCAL_MEM_FENCE); // PoCL 6.0 is right without it

    volatile int u = in[1];

    if (in[0] > 0) {
        if (u < 100) {
            out[i] = 1;
            if (in[i] > 2)
                return;
        } else {
            out[i] = 2;
            out[i] += 3;
            return;
        }
    } else {
        out[i] = 5;
    }
    for (int k = 0; k < in[2]; k++)
        out[i] += in[k] * k + 10;
}
