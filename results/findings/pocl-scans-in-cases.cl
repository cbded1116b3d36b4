kernel void scans_in_cases(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int x = in[i], y = in[i];

    switch (in[0]) {
    case 0:
        x = work_group_scan_inclusive_add(x);
        break;
    case 1:
        y = work_group_scan_inclusive_add(y);
        /* and the next */
    case 2:
        x = work_group_scan_inclusive_add(x);
    }
    out[i] = 100 * x + y;
}
