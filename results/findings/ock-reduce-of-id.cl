kernel void reduce_of_id(global const int *in, global int *out)
{
    const uint id = get_local_linear_id();
    const uint place = get_group_id(0) * 3u + id;
    out[place] = work_group_reduce_add(id);
}
