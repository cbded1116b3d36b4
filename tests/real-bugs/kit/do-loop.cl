// 64 work-items, in: 1 to 64. How often each went round; 100 more for each odd sum.
kernel void do_loop(global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0);
    int round = 0;
    do {
        if ((in[i] + round) & 1)
            atomic_add(out + i, 100);
        atomic_add(out + i, 1);
    } while (++round < (in[i] & 7));
}
