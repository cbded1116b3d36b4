kernel void macros(global const int *in, global int *out)
{
    int defined = 0;
#ifdef cl_khr_subgroups
    defined += 1;
#endif
#ifdef cl_khr_subgroup_shuffle_relative
    defined += 10;
#endif
#ifdef cl_intel_subgroups
    defined += 100;
#endif
    out[get_global_id(0)] = defined;
}
