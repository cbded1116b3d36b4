kernel void invariant_division(global const int *in, global int *out)
{
    const uint i = get_local_id(0);
    const uint value = in[0];
    out[i] = work_group_all(in[i] & 1 ? in[value / (value | 1)] : 0) != 0;
    out[i] += work_group_any((uchar)value) != 0;
}
