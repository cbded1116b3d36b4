kernel void goto_out_of_loops(global const int *in, global int *out)
{
    const uint i = (uint)get_local_linear_id();
    int n = 5;
    for (int a = 0; a < in[0]; a++)
        if (a != 1)
            for (int b = 0; b < in[i]; b++) {
                if (n == 6)
                    goto done;
                n++;
            }
done:
    out[i] = n;
}
