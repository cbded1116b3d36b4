kernel void char_in_condition(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    uint value = 0;
    if ((char)i) {
        value = (char)i;
    }
    out[i] = (char)value;
}
