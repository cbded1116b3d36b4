#ifdef LIBRARY
int sum_of_all(int x)
{
    return work_group_reduce_add(x);
}
#else
int sum_of_all(int x);
kernel void linked(global const int *in, global int *out)
{
    out[get_global_id(0)] = sum_of_all(in[get_global_id(0)]);
}
#endif
