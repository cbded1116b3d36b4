kernel void negated_smallest(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    const long wide = as_int(0u - (uint)in[i]);
    out[i] = wide >> 32;
}
