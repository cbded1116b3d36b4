kernel void selected_id(global const int *in, global int *out)
{
    const uint i = get_local_linear_id();
    out[i] = in[i] ? get_local_id(0) : get_local_id(1);
}
