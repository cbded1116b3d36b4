/* The modules that the capability checks build: SPIRV-Tools takes each. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/spirv_module.h"
#include "tests/unit/test.h"

enum { SCOPE_WORK_GROUP = 2, SCOPE_SUB_GROUP = 3 };

/* Whether spirv-val takes the module for that version, as "spv1.4". */
static bool is_valid(const struct wgc_spirv_module *module, unsigned version)
{
    char path[] = "/tmp/wgc-spirv-XXXXXX";
    char command[200];
    int fd = mkstemp(path);
    size_t size = module->count * sizeof module->word[0];

    assert_true(fd >= 0);
    assert_true(write(fd, module->word, size) == (ssize_t)size);
    assert_int_equal(close(fd), 0);
    (void)snprintf(command, sizeof command, "spirv-val --target-env spv%u.%u %s", version / 100,
                   version / 10 % 10, path);
    int status = system(command);
    (void)unlink(path);
    return status == 0;
}

TEST(every_module_is_valid_in_every_version)
{
    struct wgc_spirv_module module;

    for (unsigned version = 100; version <= 160; version += 10) {
        for (uint32_t bits = 32; bits <= 64; bits += 32) {
            wgc_spirv_plain(&module, version, bits);
            assert_true(is_valid(&module, version));
            for (uint32_t scope = SCOPE_WORK_GROUP; scope <= SCOPE_SUB_GROUP; scope++) {
                wgc_spirv_groups(&module, version, scope, bits);
                assert_true(is_valid(&module, version));
                assert_true(module.count < WGC_SPIRV_WORDS_MAX);
            }
        }
    }
}

/* spirv-val itself looks at the modules: one that is broken is refused. */
TEST(a_broken_module_is_refused)
{
    struct wgc_spirv_module module;

    wgc_spirv_groups(&module, 100, SCOPE_WORK_GROUP, 64);
    module.word[3] = 3; /* the bound of ids */
    assert_false(is_valid(&module, 100));
}

TEST(the_addressing_follows_the_address_bits)
{
    struct wgc_spirv_module narrow, wide;

    wgc_spirv_groups(&narrow, 120, SCOPE_SUB_GROUP, 32);
    wgc_spirv_groups(&wide, 120, SCOPE_SUB_GROUP, 64);
    assert_int_equal(narrow.word[1], 0x00010200);
    /* the capability Int64 and its type */
    assert_int_equal(wide.count - narrow.count, 2 + 4);
}
