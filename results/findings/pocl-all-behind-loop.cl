kernel void all_behind_loop(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    int value = 0, other = 0;
    for (int k = 0; k < in[0] % 2; k++) {
        value = work_group_broadcast(0, 0);
    }
    if (!value) {
        other = in[i];
    }
    out[i] = work_group_all(1) * 100 + other;
}
