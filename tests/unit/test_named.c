/* supervisor/named: which kernel a compiler's last words name. */
#include "supervisor/parts.h"
#include "tests/unit/test.h"

enum { KERNELS = 4 };

static const char *const kernels[KERNELS] = {"wgc_all_int", "wgc_all_int_loop", NULL,
                                             "wgc_any_int"};

TEST(the_only_one_that_is_named)
{
    static const struct {
        const char *text;
        size_t kernel; /* KERNELS: none */
    } texts[] = {
        {"", KERNELS},
        {"Segmentation fault", KERNELS},
        {"wgc_any_in", KERNELS},
        {"in function wgc_any_int", 3},
        {"pass \"vplan-vec\" on function \"_ZGVdN8uu_wgc_any_int\"\nwgc_any_int again", 3},
        {"_pocl_kernel_wgc_any_int_workgroup", 3},
        /* several are as good as none */
        {"wgc_any_int wgc_all_int", KERNELS},
        /* the longer name counts, and the shorter one where it is a name of its own */
        {"wgc_all_int_loop_call", 1},
        {"wgc_all_int.plain", 0},
        {"wgc_all_int_loop, wgc_all_int", KERNELS},
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const size_t named = wgc_named_kernel(texts[i].text, kernels, KERNELS);
        if (named != texts[i].kernel) {
            fail_msg("\"%s\": kernel %zu, not %zu", texts[i].text, named, texts[i].kernel);
        }
    }
    assert_int_equal(wgc_named_kernel("wgc_any_int", kernels, 0), 0);
}

TEST(no_name_is_in_any_text)
{
    static const char *const nameless[] = {"", NULL};

    assert_int_equal(wgc_named_kernel("anything", nameless, 2), 2);
}
