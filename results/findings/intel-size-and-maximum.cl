kernel void size_and_maximum(global const int *in, global int *out)
{
    const uint size = get_sub_group_size();
    const float maximum = work_group_reduce_max((float)in[get_local_id(0)]);

    out[get_local_id(0)] = size == 0 ? -1 : maximum == -INFINITY ? -2 : (int)maximum;
}
