/*
 * Tests that register themselves. A test program is one file, which includes this header and has a
 * TEST for each test; main is here.
 *
 *     TEST(what_it_says)
 *     {
 *         assert_true(...);
 *     }
 */
#ifndef WGC_TESTS_UNIT_TEST_H
#define WGC_TESTS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WGC_MOST_TESTS = 100 };

/* cmocka leaves out those without a name. */
static struct CMUnitTest wgc_test[WGC_MOST_TESTS];
static size_t wgc_test_count;

static inline void wgc_test_add(struct CMUnitTest test)
{
    if (wgc_test_count == WGC_MOST_TESTS) {
        fail_msg("%s: a file has at most %d tests", test.name, WGC_MOST_TESTS);
    }
    wgc_test[wgc_test_count++] = test;
}

/* A test, with functions of cmocka's kind before and after it, or NULL. */
#define TEST_WITH(test, set_up, tear_down)                                                         \
    static void test(void **state);                                                                \
    __attribute__((constructor)) static void add_##test(void)                                      \
    {                                                                                              \
        wgc_test_add((struct CMUnitTest)cmocka_unit_test_setup_teardown(test, set_up, tear_down)); \
    }                                                                                              \
    static void test(void **state __attribute__((unused)))

#define TEST(test) TEST_WITH(test, NULL, NULL)

int main(void)
{
    return cmocka_run_group_tests(wgc_test, NULL, NULL);
}

#endif
