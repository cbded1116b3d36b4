kernel void loop_of_floats(global const int *in, global int *out)
{
    const uint item = get_local_id(0);
    float value = 0;

    for (uint i = 0; i < 4; i++) {
        value = (int)-min(0.0f, item - value);
        out[item] = work_group_reduce_add(value);
    }
}
