kernel void ints(global const int *in, global int *out)
{
    const uint i = get_global_id(0);
    out[i] = in[0] == 7 ? in[i] : in[get_group_id(0)];
}

kernel void shorts(global const short *in, global short *out)
{
    const uint i = get_global_id(0);
    out[i] = in[0] == 7 ? in[i] : in[get_group_id(0)];
}
