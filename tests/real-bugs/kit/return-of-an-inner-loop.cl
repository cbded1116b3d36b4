// 64 work-items, in: 1 to 64.
kernel void return_of_an_inner_loop(global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0), mine = in[i], n = in[2];
    int s = 0;
    if (mine & 1) {
        for (int a = 0; a < n; a++) {
            if (n > 5) {
                atomic_add(out + i, 1);
            } else if ((mine + a) % 3 == 0) {
                s += a;
                if (s > 3)
                    break;
            }
            if (in[a] == 2) {
                s += 7;
                continue;
            }
            for (int b = 0; b < (mine & 3); b++) {
                s += b;
                if (s == 11)
                    return;
                atomic_add(out + i, 2);
            }
        }
        out[i] += s * 1000;
    }
}
