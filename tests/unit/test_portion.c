#include <stdlib.h>

#include "tests/unit/portion.h"
#include "tests/unit/test.h"

enum { PARTS = 4, ITEMS = 10 };

static size_t count_in(const char *part)
{
    size_t count = 0;

    assert_int_equal(setenv("WGC_TEST_PART", part, 1), 0);
    for (size_t i = 0; i < ITEMS; i++) {
        count += is_in_portion(i);
    }
    return count;
}

TEST(each_item_is_in_one_of_four_portions)
{
    static const char *const parts[PARTS] = {"1", "2", "3", "4"};

    for (size_t i = 0; i < ITEMS; i++) {
        size_t portions = 0;
        for (size_t part = 0; part < PARTS; part++) {
            assert_int_equal(setenv("WGC_TEST_PART", parts[part], 1), 0);
            portions += is_in_portion(i);
        }
        assert_int_equal(portions, 1);
    }
    assert_int_equal(count_in("1"), 3);
    assert_int_equal(count_in("4"), 2);
}

TEST(without_a_part_each_item_is_judged)
{
    assert_int_equal(count_in("all"), ITEMS);
    assert_int_equal(unsetenv("WGC_TEST_PART"), 0);
    for (size_t i = 0; i < ITEMS; i++) {
        assert_true(is_in_portion(i));
    }
}
