#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable

kernel void scalar_ballot(global const int *in, global int *out)
{
    const uint n = in[0] & 3;
    uint k = 0;
    short v = 0;

    out[0] = sub_group_ballot(0).x;
    do {
        if (in[1]) {
            switch (k % 3) {
            case 0:
                v = 1;
                break;
            case 1:
                out[1] = v;
                break;
            default:
                break;
            }
        }
    } while (++k < n);
}
