kernel void indexed(global const int *in, global int *out)
{
    int mixed;
    switch (in[get_global_id(0)]) {
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
    out[get_global_id(0)] = mixed;
}
