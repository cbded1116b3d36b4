kernel void negated_choice(global const int *in, global int *out)
{
    const float value = -(in[0] ? 0.0f : (float)in[1]);

    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = (int)value;
}
