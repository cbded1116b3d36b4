// 64 work-items, in: 1 to 64. A work-item with an odd value has that of the second one after it, the others -9.
kernel void second_result(global const int *in, global int *out)
{
    const int i = (int)get_local_id(0);
    if (in[i] & 1) {
        float c;
        const float s = sincos((float)in[3], &c);
        if (c == 0.0f) {
            out[i] = 1;
            out[i ^ 1] = in[i];
        } else {
            out[i] = in[(i + 2) & 63] + 1000 * (s == 0.0f);
        }
    }
}
