// 64 work-items, in: 1 to 64.
kernel void exchange_in_a_condition(global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0);
    if (in[i] % 3 == 1) {
        const int before = atomic_cmpxchg(out + i, -9, 5);
        out[i] += in[(before + 9 + i) & 63] * 10;
    }
}
