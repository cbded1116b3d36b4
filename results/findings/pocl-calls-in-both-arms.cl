kernel void two_orders(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    const int a = in[i], b = a + 1;
    int x, y;

    if (in[0] == 1) {
        x = work_group_reduce_min(a);
        y = work_group_reduce_min(b);
    } else {
        y = work_group_reduce_min(b);
        x = work_group_reduce_min(a);
    }
    out[i] = 100 * x + y;
}
