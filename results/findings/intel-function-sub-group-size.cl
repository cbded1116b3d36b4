__attribute__((noinline)) int sum(int x)
{
    return sub_group_reduce_add(x);
}

#ifdef SIZE
__attribute__((intel_reqd_sub_group_size(SIZE)))
#endif
kernel void sizes(global const int *in, global int *out)
{
    const int all = sum(in[get_local_id(0)]);

    out[get_local_id(0)] = all < 0 ? all : (int)get_sub_group_size();
}
