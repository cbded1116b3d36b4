// 64 work-items, in: 1 to 64.
kernel void out_of_two_loops(global const int *in, global int *out)
{
    const int i = (int)get_local_id(0);
    int s = 0;
    for (int a = 0; a < in[i]; a++) {
        for (int b = 0; b < in[(i + 1) & 63]; b++) {
            s += in[b & 63] * 3 + a;
            if (s > 40 + i)
                goto done;
            if (s % 7 == 3)
                break;
        }
        s += 2;
    }
    s += 1000;
done:
    out[i] = s;
}
