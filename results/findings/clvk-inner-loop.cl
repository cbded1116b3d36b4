kernel void inner_loop(global const int *in, global int *out)
{
    const uint rounds = in[0], width = 1u << in[1], most = in[2];
    uint n = 0;
    for (uint a = 0; a < rounds; ++a) {
        for (uint b = 0; b < width; ++b) {
            if (n >= most)
                goto done;
            ++n;
            if (n % 4 == 0)
                break;
        }
    }
    n += 100;
done:
    out[get_local_id(0)] = n;
}
