// 64 work-items, in: 1 to 64. No work-item comes to the end of the loop; one whose value is a multiple of 8 makes no round.
kernel void goto_for_all(global const int *in, global int *out)
{
    const int i = (int)get_local_id(0), n = in[3];
    unsigned s = (unsigned)in[i], t = 1;
    if (in[n] != 4) {
        for (int a = 0; a < (in[i] & 7) && a < 9; a++) {
            if (n > 2)
                goto done;
            t += s;
        }
        s += n * 3;
    }
done:
    out[i] = (int)(s * 7 + t);
}
