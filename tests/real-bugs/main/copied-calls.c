/* Which calls LLVM copies into the ways before them: with and without -DCONVERGENT, by

       clang-19 -O3 -fno-vectorize -S -emit-llvm -o - copied-calls.c | grep -c 'call.*@barrier'

   With the attribute each function has the calls of its text, but for `four`, whose loop is
   unrolled: one a round. */

#ifdef CONVERGENT
extern void barrier(void) __attribute__((convergent));
#else
extern void barrier(void);
#endif

void before(int *out, int way, int x)
{
    int value = out[1];
    if (way) {
        value = x * 3;
        out[2] = value;
    }
    barrier();
    if (way)
        out[3] = value + 1;
    else
        out[4] = 2;
}

void twice(int *out, int rounds, int way)
{
    for (int i = 0; i < rounds; i++) {
        out[i] += way;
        barrier();
        if (way)
            out[i] *= 3;
        barrier();
    }
}

void four(int *out, int x, int way)
{
    for (int i = 0; i < 4; i++) {
        if (way)
            out[i] = x;
        barrier();
        out[i + 1] += 2;
    }
}

void arms(int *out, int rounds, int way)
{
    int i = 0;
    do {
        if (way) {
            out[i] = 1;
        } else {
            out[i] = 2;
            if (rounds)
                out[9]++;
        }
        barrier();
        if (way)
            out[i] += 3;
    } while (++i < rounds);
}

void three(int *out, int x)
{
    const int way = x > 3 ? 1 : x > 1 ? 2 : 3;
    if (way == 2)
        out[5] = 1;
    barrier();
    if (way == 1)
        out[0] = 1;
    else if (way == 2)
        out[1] = 2;
    barrier();
    if (way == 3)
        out[2] = 3;
}

static int inner(int *out, int way)
{
    if (way) {
        out[1] = 3;
        return 1;
    }
    barrier();
    out[2] = 2;
    return 0;
}

void inlined(int *out, int way)
{
    if (inner(out, way))
        out[4] = 1;
    barrier();
    if (inner(out, way))
        out[5] = 2;
}

void leaves(int *out, int x, int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        if (x == 2)
            break;
        barrier();
        if (out[i] == x)
            continue;
        out[i] = 7;
    }
    barrier();
}
