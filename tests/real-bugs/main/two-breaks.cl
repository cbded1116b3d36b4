kernel void two_breaks(global const int *in, global int *out)
{
    const uint i = get_global_id(0);
    int sum = 0;
    for (int round = 0; round < in[0]; ++round) {
        if (round == 1 && i % 2 == 0) {
            out[i] = sum + 1000;
            break;
        }
        sum += in[i];
        if (round == 1 && i % 2 == 1) {
            out[i] = sum + 2000;
            break;
        }
        sum += work_group_reduce_add(1);
        out[i] = sum;
    }
}
