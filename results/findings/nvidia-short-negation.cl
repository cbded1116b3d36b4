kernel void short_negation(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    out[i] = (short)0 < as_short((ushort)(0u - (ushort)in[i]));
}
