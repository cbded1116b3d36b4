#define LOOKS (1 << 24)

kernel void progress(global const int *in, global int *out)
{
    const size_t i = get_local_id(1) * get_local_size(0) + get_local_id(0);
    local int turn, ended[64];

    if (i == 0)
        turn = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_local_id() == 0) {
        const int own = (int)(get_num_sub_groups() - 1 - get_sub_group_id());
        int now = atomic_or(&turn, 0);
        for (uint looks = 0; now >= 0 && now != own && looks < LOOKS; ++looks)
            now = atomic_or(&turn, 0);
        atomic_xchg(&turn, now == own ? now + 1 : -1);
        ended[get_sub_group_id()] = now == own;
    }
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = ended[get_sub_group_id()] ? in[i] : -1;
}
