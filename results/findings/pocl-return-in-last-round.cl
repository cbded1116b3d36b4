kernel void return_in_last_round(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const int own = in[i];
    uint k = 0;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((k == 1) & (own & 1)) {
            out[i] = 100 / own;
            return;
        }
    } while (k++ < 1);
    out[i] = own;
}
