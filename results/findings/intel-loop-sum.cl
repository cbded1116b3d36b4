kernel void loop_sum(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    int sum = 0;

    for (int round = 0; round < in[0]; ++round)
        sum += work_group_reduce_add(in[i]);
    out[i] = sum == in[0] * in[0] * (int)get_local_size(0);
}
