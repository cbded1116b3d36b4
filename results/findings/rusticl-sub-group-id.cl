int number(void)
{
    int other = 0;
    return get_sub_group_id() ? 1 : other;
}

kernel void sub_group_id(global const int *in, global int *out)
{
    out[get_local_id(0)] = number();
}
