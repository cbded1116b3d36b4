// 16 work-items, in: 1 to 7.
__attribute__((intel_reqd_sub_group_size(8)))
kernel void break_in_a_required_size(global const int *in, global int *out)
{
    const int i = (int)get_local_id(0), n = in[1], mine = in[i];
    int s = mine;
    for (int a = 0; a < 4; a++) {
        if ((n + a) % 2 == 1)
            if (((a + mine) & 3) == 1) {
                s *= 5;
                break;
            }
        s += 3;
    }
    out[i] = s;
}
