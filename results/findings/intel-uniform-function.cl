#ifndef INDEX
#define INDEX min(in[0], 3u)
#endif

kernel void uniform_function(global const uint *in, global uint *out)
{
    const uint i = get_local_id(0);

    if (in[i] < 2)
        out[i] = in[INDEX];
}
