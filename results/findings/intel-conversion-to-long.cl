kernel void conversion_to_long(global const int *in, global int *out)
{
    out[get_global_id(0)] = (int)convert_long((double)in[get_global_id(0)]);
}
