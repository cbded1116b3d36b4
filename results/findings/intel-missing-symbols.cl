kernel void missing_symbols(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    const int8 all = sub_group_broadcast((int8)(in[i]), 0);
    const int8 some = sub_group_non_uniform_broadcast((int8)(in[i]), 0);
    out[i] = all.s0 + some.s7;
}
