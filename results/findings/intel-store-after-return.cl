kernel void store_after_return(global const uint *in, global uint *out)
{
    const uint i = get_local_id(0);
    global const uint *mine = in + i * 4u;
    global uint *to = out + (2u - i) * 32u;

    if (select(0, 1, (int)(i == 0))) {
        to[2] = (mine[2] ? get_sub_group_local_id() : in[0]) - 1u;
        return;
    }
    to[6] = mine[1] ? 0u : mine[3];
    to[12] = 5u;
}
