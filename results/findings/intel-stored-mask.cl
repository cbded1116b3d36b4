kernel void stored_mask(global const int *in, global int *out)
{
    vstore4(as_int4(get_sub_group_eq_mask()), get_sub_group_local_id(), out);
}
