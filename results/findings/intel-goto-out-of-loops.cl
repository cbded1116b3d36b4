#ifdef RETURN
#define LEAVE { out[i] = passed; return; }
#else
#define LEAVE goto done
#endif

kernel void goto_out_of_loops(global const int *in, global int *out)
{
    const size_t i = get_local_id(0);
    int passed = 0;

    for (int outer = 0; outer < in[0]; ++outer) {
        for (int inner = 0; inner < in[i]; ++inner) {
            if (passed >= 4)
                LEAVE;
            ++passed;
        }
        ++passed;
    }
    passed += 100;
done:
    out[i] = passed;
}
