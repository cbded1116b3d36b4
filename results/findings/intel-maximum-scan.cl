#ifdef FUNCTION
__attribute__((noinline))
#endif
float scan(float x)
{
    return work_group_scan_inclusive_max(x);
}

kernel void maximum_scan(global const int *in, global int *out)
{
    const int x = in[get_local_id(0)];

#ifdef RETURN
    if (x < 0)
        return;
#endif
#ifdef CONDITION
    if (x >= 0)
#endif
        out[get_local_id(0)] = (int)scan((float)x);
#ifdef SUB_GROUP
    if (get_sub_group_size() == 0)
        out[get_local_id(0)] = -1;
#endif
}
