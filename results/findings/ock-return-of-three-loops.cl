kernel void return_of_three_loops(global const int *in, global int *out)
{
    const uint i = (uint)get_local_linear_id();
    int last = 0;
    for (int a = 0; a < in[i]; a++)
        for (int b = 0; b < in[i]; b++)
            for (int c = 0; c < 3; c++) {
                if (last)
                    return;
                last = c;
            }
    out[i] = 7;
}
