__attribute__((noinline)) int sum(int x)
{
    return sub_group_reduce_add(x);
}

kernel void sums(global const int *in, global int *out)
{
    out[get_sub_group_local_id()] = sum(in[get_sub_group_local_id()]);
}
