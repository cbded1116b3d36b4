kernel void loop_in_condition(global const int *in, global int *out)
{
    const uint i = get_local_linear_id();
    uint v = 0;
    for (uint r = 0, n = in[i] & 3; r < n; r++) {
        if (r == in[i])
            for (uint q = 0, m = in[0]; q < m; q++)
                v = v * 3 + q;
        v++;
    }
    out[i] = v;
}
