kernel void loop_rounds(global const int *in, global int *out)
{
    const int i = get_local_id(0);

    for (int round = 0; round < in[0]; ++round) {
        const int x = work_group_broadcast(in[i ^ round], 2);
        if (i % in[0] == round)
            out[i] = x;
    }
}
