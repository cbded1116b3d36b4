kernel void reduce_of_one(global const int *in, global int *out)
{
    out[get_global_id(0)] = work_group_reduce_add(1);
}
