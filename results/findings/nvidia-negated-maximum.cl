kernel void negated_maximum(global const int *in, global int *out)
{
    out[get_local_id(0)] = max(in[2], max(in[1], -in[0]));
}
