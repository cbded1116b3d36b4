kernel void enqueued(global const int *in, global int *out)
{
    out[get_local_id(0)] = (int)get_enqueued_local_size(0);
}
