kernel void one_divisor(global const int *in, global int *out)
{
    const uint i = get_global_id(0);
    const int divisor = in[i] | 1;
    int part;
    if (i % 2 == 1)
        part = in[i] * 5 / divisor;
    else
        part = (in[i] + 40) % divisor;
    const int sum = work_group_reduce_add(part);
    out[i] = sum + (in[i] + 100) / divisor;
}
