kernel void return_in_loop(global const int *in, global int *out)
{
    const uint i = (uint)get_local_linear_id();
    int n = in[i];
    for (int a = 0; a < 4; a++) {
        if ((in[0] + a) % 2 == 1)
            if (((in[i] + a) & 3) == 1) {
                out[i] = n;
                return;
            }
        n++;
    }
    out[i] = -n;
}
