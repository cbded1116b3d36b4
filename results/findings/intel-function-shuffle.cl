__attribute__((noinline)) int shuffled(int x, int delta)
{
    return sub_group_shuffle_down(x, delta);
}

kernel void shuffle_in_a_function(global const int *in, global int *out)
{
    out[get_local_id(0)] = shuffled(in[get_local_id(0)], 0);
}
