kernel void local_complement(global const int *in, global int *out)
{
    local uint most[4];
    const uint item = get_local_id(0);

    if (item < 4)
        most[item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_max(&most[item & 3], ~(uint)in[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[item] = most[item & 3];
}
