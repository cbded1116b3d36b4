kernel void short_minimum(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    out[i] = max((short)in[i], (short)0) == 0;
}
