kernel void loop_rows(global const int *in, global int *out)
{
    const int items = get_local_size(0) * get_local_size(1);
    const int i = get_local_id(1) * get_local_size(0) + get_local_id(0);

    for (int round = 0; round < in[0]; ++round)
        out[i] = work_group_reduce_add(in[i] + round) == (in[0] + round) * items;
}
