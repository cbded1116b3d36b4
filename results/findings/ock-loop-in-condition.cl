kernel void loop_in_condition(global const int *in, global int *out)
{
    const uint i = get_local_linear_id();
    ulong v = 0;
    if (in[i] == 9)
        for (ulong q = 0, m = *(global const ulong *)in; q < m; q++)
            v = v * i + q;
    out[i] = v;
}
