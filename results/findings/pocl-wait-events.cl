kernel void wait_events(global const int *in, global int *out)
{
    local int own[64];
    event_t event = async_work_group_copy(own, in, get_local_size(0), 0);

    wait_group_events(1, &event);
    out[get_local_id(0)] = own[get_local_id(0)];
}
