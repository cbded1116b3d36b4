/* supervisor/program_check: which program is built next, and what comes of it. */
#include <string.h>

#include "random.h"
#include "supervisor/program_check.h"
#include "tests/unit/test.h"

enum { KERNELS = 20, MOST_BUILDS = 500 };

/* A compiler: a program fails when it has a kernel that fails alone, or both of a pair. */
struct compiler {
    enum wgc_built how; /* of the pair */
    uint32_t pair[2];   /* equal: there is none */
    bool crashes[KERNELS], refused[KERNELS], hangs[KERNELS];
    bool spoiled_by_others; /* the pair fails only in a process that built something before */
    int times;              /* so often the pair fails, then no more */
};

static bool holds(const struct wgc_program_check *check, uint32_t kernel)
{
    for (size_t i = 0; i < check->count; i++) {
        if (check->set[i] == kernel) {
            return true;
        }
    }
    return false;
}

static enum wgc_built build(struct compiler *compiler, const struct wgc_program_check *check,
                            bool new_process)
{
    for (uint32_t i = 0; i < KERNELS; i++) {
        if (holds(check, i) &&
            (compiler->crashes[i] || compiler->refused[i] || compiler->hangs[i])) {
            return compiler->crashes[i]   ? WGC_BUILT_CRASHED
                   : compiler->refused[i] ? WGC_BUILT_REFUSED
                                          : WGC_BUILT_TIMEOUT;
        }
    }
    if (compiler->pair[0] == compiler->pair[1] || !holds(check, compiler->pair[0]) ||
        !holds(check, compiler->pair[1]) || (compiler->spoiled_by_others && new_process) ||
        compiler->times == 0) {
        return WGC_BUILT_OK;
    }
    compiler->times--;
    return compiler->how;
}

/* Runs the check to its end; a process is used for several builds until one ends it. */
static size_t run(struct wgc_program_check *check, struct compiler *compiler)
{
    size_t builds = 0, in_process = 0;

    assert_true(wgc_program_check_start(check, KERNELS));
    while (check->end == WGC_PROGRAM_OPEN) {
        in_process = check->fresh ? 0 : in_process;
        enum wgc_built built = build(compiler, check, in_process == 0);
        assert_true(check->count > 0 && check->count <= KERNELS);
        assert_true(wgc_program_check_report(check, built, in_process == 0));
        bool ended = built == WGC_BUILT_CRASHED || built == WGC_BUILT_TIMEOUT;
        in_process = ended ? 0 : in_process + 1;
        assert_true(++builds < MOST_BUILDS);
    }
    return builds;
}

static void check_pair(const struct wgc_program_check *check, uint32_t a, uint32_t b)
{
    assert_int_equal(check->end, WGC_PROGRAM_FAILS);
    assert_false(check->unconfirmed);
    assert_int_equal(check->count, 2);
    assert_true(check->set[0] == a && check->set[1] == b);
}

TEST(a_good_compiler_builds_once)
{
    struct compiler compiler = {0};
    struct wgc_program_check check;

    assert_int_equal(run(&check, &compiler), 1);
    assert_int_equal(check.end, WGC_PROGRAM_BUILDS);
    wgc_program_check_free(&check);
}

TEST(a_pair_is_found_however_it_fails)
{
    for (int how = WGC_BUILT_REFUSED; how <= WGC_BUILT_CRASHED; how++) {
        for (uint32_t a = 0; a < KERNELS; a++) {
            for (uint32_t b = a + 1; b < KERNELS; b++) {
                struct compiler compiler = {
                    .how = (enum wgc_built)how, .pair = {a, b}, .times = 1000};
                struct wgc_program_check check;
                assert_in_range(run(&check, &compiler), 3, 25);
                check_pair(&check, a, b);
                wgc_program_check_free(&check);
            }
        }
    }
}

/* A program of many may take longer than the limit, so no smaller one is looked for. */
TEST(a_program_that_takes_too_long)
{
    struct compiler compiler = {.how = WGC_BUILT_TIMEOUT, .pair = {3, 5}, .times = 1000};
    struct wgc_program_check check;

    assert_int_equal(run(&check, &compiler), 1 + KERNELS + 2);
    assert_int_equal(check.end, WGC_PROGRAM_FAILS);
    assert_int_equal(check.count, KERNELS);
    assert_true(check.singles_known);
    wgc_program_check_free(&check);
}

TEST(kernels_that_fail_alone_are_left_out)
{
    uint64_t random = 5;

    for (int round = 0; round < 2000; round++) {
        bool paired = random_below(&random, 2) == 1;
        struct compiler compiler = {.how = WGC_BUILT_REFUSED, .times = 1000};
        struct wgc_program_check check;
        size_t alone = 0;
        for (uint32_t i = 0; i < KERNELS - 2; i++) {
            uint64_t how = random_below(&random, 12);
            compiler.crashes[i] = how == 0;
            compiler.refused[i] = how == 1;
            compiler.hangs[i] = how == 2;
            alone += how < 3;
        }
        compiler.pair[0] = paired ? KERNELS - 2 : 0;
        compiler.pair[1] = paired ? KERNELS - 1 : 0;
        (void)run(&check, &compiler);
        size_t left_out = 0;
        for (uint32_t i = 0; i < KERNELS; i++) {
            bool fails = compiler.crashes[i] || compiler.refused[i] || compiler.hangs[i];
            assert_true(fails || !check.left_out[i]);
            left_out += check.left_out[i];
        }
        if (paired) {
            check_pair(&check, KERNELS - 2, KERNELS - 1);
        } else {
            assert_int_equal(check.end, WGC_PROGRAM_BUILDS);
            assert_int_equal(left_out, alone);
        }
        wgc_program_check_free(&check);
    }
}

TEST(fewer_than_two_are_no_program)
{
    struct compiler compiler = {0};
    struct wgc_program_check check;

    memset(compiler.refused, true, sizeof compiler.refused);
    compiler.refused[7] = false;
    (void)run(&check, &compiler);
    assert_int_equal(check.end, WGC_PROGRAM_TOO_FEW);
    wgc_program_check_free(&check);
    assert_true(wgc_program_check_start(&check, 1));
    assert_int_equal(check.end, WGC_PROGRAM_TOO_FEW);
    wgc_program_check_free(&check);
}

/* What only a used process shows is not the program's fault. */
TEST(a_process_that_was_spoiled_does_not_count)
{
    struct compiler compiler = {
        .how = WGC_BUILT_CRASHED, .pair = {1, 2}, .times = 1000, .spoiled_by_others = true};
    struct wgc_program_check check;

    assert_true(wgc_program_check_start(&check, KERNELS));
    assert_true(wgc_program_check_report(&check, WGC_BUILT_CRASHED, false));
    assert_true(check.fresh && check.count == KERNELS && check.end == WGC_PROGRAM_OPEN);
    assert_true(wgc_program_check_report(&check, WGC_BUILT_OK, true));
    assert_int_equal(check.end, WGC_PROGRAM_BUILDS);
    wgc_program_check_free(&check);
    (void)run(&check, &compiler);
    assert_int_equal(check.end, WGC_PROGRAM_BUILDS);
    wgc_program_check_free(&check);
}

/* The smallest set is built once more: where it then builds, the whole bears the failure. */
TEST(what_fails_at_times_only_is_not_reduced)
{
    for (int times = 1; times < 12; times++) {
        struct compiler compiler = {.how = WGC_BUILT_REFUSED, .pair = {4, 11}, .times = times};
        struct wgc_program_check check;
        (void)run(&check, &compiler);
        assert_int_equal(check.end, WGC_PROGRAM_FAILS);
        if (check.unconfirmed) {
            assert_int_equal(check.count, KERNELS);
        }
        wgc_program_check_free(&check);
    }
}
