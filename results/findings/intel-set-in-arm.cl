#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable

kernel void set_in_arm(global const int *in, global int *out)
{
    const uint i = get_local_id(0), n = in[1];
    int other = 0, value = 0;

    out[128 + i] = get_sub_group_id();
    for (uint k = 0; k < n; k++) {
        if (get_local_id(0)) {
            other = (in[2] ? 0 : (int)get_local_id(0)) < ((int)(float)(i & 1023) && in[3]);
        } else {
            switch (in[0]) {
            case 1:
                sub_group_broadcast_first(other);
                value = 1;
                break;
            default:
                break;
            }
            out[64 + i] = 0;
        }
    }
    out[i] = value;
}
