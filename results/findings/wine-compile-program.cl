#ifdef LIBRARY
int twice(int x)
{
    return 2 * x;
}
#else
int twice(int x);

kernel void call(global const int *in, global int *out)
{
    out[get_local_id(0)] = twice(in[get_local_id(0)]);
}
#endif
