kernel void selected_id(global const int *in, global int *out)
{
    const uint i = get_global_id(0);
    const uint id = in[0] ? get_local_id(1) : get_local_id(0);
    out[i] = id + 10;
}
