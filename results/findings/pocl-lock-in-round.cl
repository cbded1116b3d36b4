/* The first work-item takes a lock and returns it. The result: how often a lock was returned that was free. */
global uint lock, again;

kernel void lock_in_round(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);

    for (int round = 0; round < in[1]; ++round) {
        if (round + 1 < in[0]) {
            if (i == 0)
                while (atomic_cmpxchg(&lock, 0u, 1u) != 0u)
                    ;
            barrier(CLK_GLOBAL_MEM_FENCE);
            out[i] = in[i];
            barrier(CLK_GLOBAL_MEM_FENCE);
            if (i == 0)
                again += 1 - atomic_xchg(&lock, 0u);
        }
    }
    out[i] = again;
}
