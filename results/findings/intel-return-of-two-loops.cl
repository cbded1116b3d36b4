kernel void return_of_two_loops(global const int *in, global int *out)
{
    const int i = get_local_id(0), rounds = in[0];
    global int *to = out + i;
    int made = 0;

    for (int outer = 0; outer < rounds; outer++)
        for (int inner = 0; inner < in[i]; inner++) {
            made++;
            if (made == 2) {
                *to = 7;
                return;
            }
        }
    *to = made;
}
