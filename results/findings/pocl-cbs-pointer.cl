kernel void pointer_over_barrier(global const int *in, global int *out)
{
    const int i = get_local_id(0);
    int own[2] = {in[i], 10 * in[i]};
    int *const place = own + in[i] % 2;
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef INDEX
    out[i] = own[in[i] % 2];
#else
    out[i] = *place;
#endif
}
