kernel void arms_in_round(global const int *in, global int *out)
{
    local int m[64];
    const uint i = get_local_id(0);
    for (int k = 0; k < 2; k++) {
        if (in[0]) {
            if (i < 1) {
                m[i] = 5;
            } else {
                m[i] = 7;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            int sum = 0;
            for (uint j = 0; j < 4; j++) {
                sum += m[j];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            out[i] = sum;
        }
    }
}
