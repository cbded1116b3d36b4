kernel void value_behind_loop(global const int *in, global int *out)
{
    const uint rounds = (in[get_local_id(0)] != 1 ? in[get_local_id(0)] : 0) % 7u;
    int value = 0;
    for (uint k = 0; k < rounds; k++) {
        value = 5;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = value;
}
