kernel void rounds(global const int *in, global int *out)
{
    const uint i = (uint)get_local_linear_id();
    global const uint *my_in = (global const uint *)in + i;
    float v = 0;
    uint first = 1u;
    for (uint r = 0, n = clz(0u) % 6u; r < n; r++) {
        if (as_int((uint)((my_in[0] - r) & 4u)))
            break;
        v = (float)((uint)as_int((uint)(int)(v - 1.0f)) & 1023u);
        first = 0u;
    }
    out[i] = (uint)(int)v + 10000 * first;
}
