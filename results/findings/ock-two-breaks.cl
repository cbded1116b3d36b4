kernel void two_breaks(global const int *in, global int *out)
{
    const uint i = (uint)get_local_linear_id();
    for (int round = 0; round < in[0]; round++) {
        if (round == 1 && i % 2 == 0) {
            out[i] = 1;
            break;
        }
        if (round == 1 && i % 2 == 1) {
            out[i] = 2;
            break;
        }
        out[i] = work_group_any(in[i]);
    }
}
