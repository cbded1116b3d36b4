/* supervisor/reduce: the smallest set that shows a fault. */
#include "random.h"
#include "supervisor/reduce.h"
#include "tests/unit/test.h"

enum { MOST = 64, NEEDED = 5 };

/* The fault shows where all of these are. */
struct fault {
    size_t count;
    uint32_t item[NEEDED];
};

static bool holds(const uint32_t *set, size_t count, uint32_t item)
{
    for (size_t i = 0; i < count; i++) {
        if (set[i] == item) {
            return true;
        }
    }
    return false;
}

static bool shows(const struct fault *fault, const uint32_t *set, size_t count)
{
    for (size_t i = 0; i < fault->count; i++) {
        if (!holds(set, count, fault->item[i])) {
            return false;
        }
    }
    return true;
}

/* Reduces 0, 10, 20, ... and returns the number of tries. */
static size_t reduce(struct wgc_reduction *reduction, const struct fault *fault, size_t faults,
                     size_t count)
{
    uint32_t all[MOST], set[MOST];
    size_t tries = 0, size = 0;

    for (size_t i = 0; i < count; i++) {
        all[i] = (uint32_t)(10 * i);
    }
    assert_true(wgc_reduce_start(reduction, all, count));
    while (wgc_reduce_next(reduction, set, &size)) {
        bool shown = false;
        assert_in_range(size, 1, count - 1);
        for (size_t i = 0; i < faults; i++) {
            shown = shown || shows(&fault[i], set, size);
        }
        wgc_reduce_report(reduction, shown);
        assert_true(++tries < 1000);
    }
    return tries;
}

TEST(the_smallest_set_is_found)
{
    uint64_t random = 1;

    for (int round = 0; round < 5000; round++) {
        struct wgc_reduction reduction;
        size_t count = 1 + (size_t)random_below(&random, MOST);
        struct fault fault = {.count = 1 + (size_t)random_below(&random, NEEDED)};
        fault.count = fault.count < count ? fault.count : count;
        for (size_t i = 0; i < fault.count;) {
            uint32_t item = (uint32_t)(10 * random_below(&random, count));
            if (!holds(fault.item, i, item)) {
                fault.item[i++] = item;
            }
        }
        (void)reduce(&reduction, &fault, 1, count);
        assert_int_equal(reduction.count, fault.count);
        assert_true(shows(&fault, reduction.item, reduction.count));
        for (size_t i = 1; i < reduction.count; i++) {
            assert_true(reduction.item[i] > reduction.item[i - 1]);
        }
        wgc_reduce_free(&reduction);
    }
}

/* A pair among 48 kernels, which is what a batch has at most. */
TEST(a_pair_takes_few_tries)
{
    for (uint32_t a = 0; a < 48; a++) {
        for (uint32_t b = 0; b < a; b++) {
            struct wgc_reduction reduction;
            const struct fault fault = {2, {10 * a, 10 * b}};
            assert_in_range(reduce(&reduction, &fault, 1, 48), 1, 24);
            assert_int_equal(reduction.count, 2);
            wgc_reduce_free(&reduction);
        }
    }
}

TEST(one_of_several_faults_is_left)
{
    struct wgc_reduction reduction;
    const struct fault fault[] = {{2, {10, 200}}, {3, {30, 100, 300}}};

    (void)reduce(&reduction, fault, 2, 40);
    assert_true(reduction.count == 2 || reduction.count == 3);
    assert_true(shows(&fault[reduction.count - 2], reduction.item, reduction.count));
    wgc_reduce_free(&reduction);
}
