kernel void odd_integer(global const int *in, global int *out)
{
    uint mixed;
    switch (in[get_local_id(0)]) {
    case 0:
        mixed = 2;
        break;
    case 1:
        mixed = 3;
        break;
    case 2:
        mixed = 1;
        break;
    default:
        mixed = 0;
    }
    out[get_local_id(0)] = sub_group_non_uniform_all_equal((char)mixed);
}
