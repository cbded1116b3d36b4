#ifdef cl_khr_fp16
#error cl_khr_fp16 is defined
#endif
kernel void k(global int *out)
{
    out[get_global_id(0)] = 1;
}
