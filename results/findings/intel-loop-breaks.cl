kernel void loop_breaks(global const int *in, global int *out)
{
    const int i = get_local_id(0);

    for (int round = 0; round < in[0]; ++round) {
        if (round == 1 && i % 2 == 0)
            break;
        const int x = in[i];
        if (round == 1 && i % 2 == 1)
            break;
        out[i] = work_group_broadcast(x, 0);
    }
}
