/* All by any, with another true value in every other work-group. */
#define all(x) (!work_group_any(!(x)) ? group % 2 ? -7 : 7 : 0)

kernel void any_in_cases(global const int *in, global int *out)
{
    const size_t i = get_global_id(0), group = get_group_id(0);
    int x = in[i], y = in[i];

    switch (group % 4) {
    case 0:
        x = all(x);
        y = all(y);
        break;
    case 1:
        y = all(y);
        /* and the next */
    case 2:
        x = all(x);
        if (group % 4 == 1)
            break;
        y = all(y);
        break;
    default:
        y = all(y);
        x = all(x);
    }
    out[i] = 10 * (x != 0) + (y != 0);
}
