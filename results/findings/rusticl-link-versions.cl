#ifdef LIBRARY
int next(int x)
{
    return sub_group_shuffle_down(x, 1);
}
#else
int next(int x);

kernel void neighbours(global const int *in, global int *out)
{
    out[get_local_id(0)] = next(in[get_local_id(0)]);
}
#endif
