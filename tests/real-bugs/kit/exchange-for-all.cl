// 16 work-items, in: 3.
kernel void exchange_for_all(global const int *in, global int *out)
{
    const uint i = (uint)get_local_linear_id();
    int old, a = 0;
    out[i] = 0;
    do {
        old = atomic_cmpxchg(out + i, a, a + 1);
        a++;
    } while (a < in[0]);
    out[i] = old;
}
