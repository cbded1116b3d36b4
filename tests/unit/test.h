/*
 * Tests that register themselves. A test program is one file, which includes this header and has a
 * TEST for each test; main is here.
 *
 *     TEST(what_holds)
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

/* A program that is started for something else too defines TEST_START before, a function of argc
 * and argv: its exit status, or -1 for the tests. */
#ifndef TEST_START
#define TEST_START(argc, argv) ((void)(argc), (void)(argv), -1)
#endif

int main(int argc, char **argv)
{
    const int status = TEST_START(argc, argv);
    return status >= 0 ? status : cmocka_run_group_tests(wgc_test, NULL, NULL);
}

#endif
