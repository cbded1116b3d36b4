kernel void all_of(global const int *in, global int *out)
{
    out[get_global_id(0)] = work_group_all(in[get_global_id(0)]);
}
