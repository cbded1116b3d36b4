#ifndef VALUE
#define VALUE ~max(a, b)
#endif

kernel void complement_of_maximum(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    const int a = in[i], b = in[0];

    out[i] = VALUE;
}
