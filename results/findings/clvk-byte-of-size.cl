kernel void byte_of_size(global const int *in, global int *out)
{
    if ((uchar)get_local_size(0) == 0)
        out[get_global_id(0)] = get_local_size(1);
    else
        out[get_global_id(0)] = get_local_size(0);
}
