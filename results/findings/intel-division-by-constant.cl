kernel void remainders(global const int *in, global int *out)
{
    const int i = get_local_id(0);

    out[i] = in[i] % 7;
}
