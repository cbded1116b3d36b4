// 64 work-items, in: 1 to 64.
kernel void two_ways_out(global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0), mine = in[i], n = in[3];
    int s = 0;
    for (int a = 0; a < n; a++) {
        int b = 0;
        while (1) {
            atomic_add(out + i, 1);
            if (b > (mine & 3))
                break;
            if (((mine >> a) & 1) && b == 2) {
                s += 100;
                break;
            }
            b++;
        }
        if (s > 150) {
            out[i] += 1000;
            break;
        }
        for (int c = 0; c < n; c++)
            atomic_add(out + i, 10 * (c & 1));
    }
    out[i] += s;
}
