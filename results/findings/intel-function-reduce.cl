__attribute__((noinline)) int sum(int x)
{
    return work_group_reduce_add(x);
}

kernel void reduce_in_a_function(global const int *in, global int *out)
{
    out[get_local_id(0)] = sum(in[get_local_id(0)]);
}
