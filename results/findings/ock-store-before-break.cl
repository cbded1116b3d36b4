kernel void store_before_break(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    int round = 0;
    do {
        if (in[i ^ 1] & 1) {
            if (in[0] < 100) {
                if (in[i] & 2) {
                    out[i] = 1;
                    break;
                }
            }
            out[i] = 2;
        }
    } while (++round < 2);
}
