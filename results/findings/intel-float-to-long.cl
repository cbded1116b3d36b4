kernel void float_to_long(global const int *in, global int *out)
{
    out[get_global_id(0)] = (int)convert_long((float)in[get_global_id(0)]);
}
