// 16 work-items, in: 1 to 7. In some runs the compiler does not end: it reads one block more than a value has ways.
#define EITHER(k)                                                                                                      \
    if (n > k) {                                                                                                       \
        s = n * 3 + in[i];                                                                                             \
        out[i] = s;                                                                                                    \
        if (in[i] & 1)                                                                                                 \
            goto some##k;                                                                                              \
        atomic_add(out + i, 1);                                                                                        \
    } else {                                                                                                           \
        s = n + 7 - in[i];                                                                                             \
        out[i] = s;                                                                                                    \
        if (in[i] & 2)                                                                                                 \
            goto some##k;                                                                                              \
        atomic_add(out + i, 2);                                                                                        \
    }                                                                                                                  \
    t += s * 5;                                                                                                        \
    atomic_add(out + i, 3);                                                                                            \
    goto done##k;                                                                                                      \
    some##k:                                                                                                           \
    t += 1000 + s;                                                                                                     \
    atomic_add(out + i, 4);                                                                                            \
    done##k:                                                                                                           \
    out[i] += t;

kernel void two_gotos(global const int *in, volatile global int *out)
{
    const int i = (int)get_local_id(0), n = in[3];
    int s, t = 0;
    EITHER(1)
    EITHER(2)
    EITHER(3)
    EITHER(4)
    EITHER(5)
    EITHER(6)
    EITHER(7)
    EITHER(8)
}
