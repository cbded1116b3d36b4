kernel void ask(global const int *in, global int *out)
{
    const uint rounds = (uint)in[get_local_id(0)] & 3u;
    uint last = 0;
    for (uint i = 0; i < rounds; i++) {
        last = i & 1023u;
    }
    out[get_local_id(0)] = (int)last;
}
