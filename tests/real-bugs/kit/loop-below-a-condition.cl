// 64 work-items, in: 1 to 64.
kernel void loop_below_a_condition(global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0), n = in[3];
    unsigned s = (unsigned)in[i], t = 1;
    for (int a = 0; a < (t & 3) && a < 9; a++) {
        for (int b = 0; b < 3 && b < 9; b++) {
            t ^= s + b;
            if (in[a & 63] % 3 == 1)
                for (int c = 0; c < (in[i] & 7) && c < 9; c++) {
                    s += a * 5;
                    if (in[n & 63] % 3 == 1)
                        t += 3;
                }
        }
        out[i] += s & 15;
    }
    out[i] += (int)(s * 7 + t);
}
