/* What the supervisor makes of deaths while a worker tries whether the device has a feature. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "null_worker.h"
#include "supervised_run.h"

enum {
    FUNCTIONS = 60,
    TRIED = 10,
    CASES_OF_A_FUNCTION = 9,
    TRIED_CASES = TRIED * CASES_OF_A_FUNCTION
};

#define NEEDS_IT "c.f[0-9].int.*" /* the cases of the TRIED functions */
#define FEATURE  "SPV_KHR_uniform_group_instructions"

/* The one result of that state; fails the test when there is not one. */
static const struct wgc_result *only(const struct supervised *run, enum wgc_state state)
{
    assert_int_equal(run->by_state[state], 1);
    for (size_t i = 0; i < run->record->result_count; i++) {
        if (run->record->result[i].state == state) {
            return &run->record->result[i];
        }
    }
    fail_msg("no result is %s", wgc_state_name(state));
    return NULL;
}

/* The plan's first case that needs the feature bears the death; the others that need the feature
 * are skips that name it, and no more.
 */
static void check_one_guilty(const struct supervised *run, enum wgc_state state, const char *end)
{
    const struct wgc_result *guilty = only(run, state);
    char skip[300], death[300];

    (void)snprintf(skip, sizeof skip,
                   "not run: trying whether the device has " FEATURE " ends the worker, as %s "
                   "shows",
                   guilty->name);
    (void)snprintf(
        death, sizeof death,
        "%s while it tried whether the device has " FEATURE ", first of all in a new process", end);
    assert_int_equal(guilty->order, 0);
    assert_non_null(strstr(guilty->reason, death));
    assert_int_equal(run->by_state[WGC_STATE_SKIP], TRIED_CASES - 1);
    assert_int_equal(run->by_state[WGC_STATE_PASS], run->total - TRIED_CASES);
    for (size_t i = 0; i < run->record->result_count; i++) {
        if (run->record->result[i].state == WGC_STATE_SKIP) {
            assert_string_equal(run->record->result[i].reason, skip);
            assert_true(run->record->result[i].order < TRIED_CASES);
        }
    }
}

static void a_deadly_trial_costs_one_case(void **state)
{
    static const struct {
        const char *rules;
        enum wgc_state state;
        const char *signal, *end;
    } ways[] = {{"exit@try=" NEEDS_IT, WGC_STATE_CRASH, NULL, "exited with status 7"},
                {"segv@try=" NEEDS_IT, WGC_STATE_CRASH, "SIGSEGV", "died of SIGSEGV"},
                {"hang@try=" NEEDS_IT, WGC_STATE_TIMEOUT, NULL, "no answer within 1.5 s"}};

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
            struct supervised run = {.functions = FUNCTIONS,
                                     .tried = TRIED,
                                     .rules = ways[i].rules,
                                     .options = {.jobs = jobs, .timeout = 1.5}};
            supervise(&run);
            assert_int_equal(run.status, WGC_OK);
            check_one_guilty(&run, ways[i].state, ways[i].end);
            const struct wgc_result *guilty = only(&run, ways[i].state);
            if (ways[i].signal == NULL) {
                assert_null(guilty->signal);
            } else {
                assert_string_equal(guilty->signal, ways[i].signal);
            }
            /* in company and alone, and what the others had begun in the meantime */
            assert_true(run.stats.workers_died >= 2 && run.stats.workers_died <= 4 * jobs);
            supervised_free(&run);
        }
    }
}

/* As when somebody kills the worker at that moment: the trial is good, and so is what it is for. */
static void a_death_that_does_not_come_again_skips_nothing(void **state)
{
    struct supervised run = {.functions = FUNCTIONS,
                             .tried = TRIED,
                             .rules = "kill@try+first=" NEEDS_IT,
                             .options = {.jobs = 2}};

    (void)state;
    supervise(&run);
    assert_non_null(strstr(only(&run, WGC_STATE_CRASH)->reason,
                           "alone in a new one it does not (state: pass)"));
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
    supervised_free(&run);
}

static void the_guilty_case_is_retried_and_not_skipped(void **state)
{
    struct supervised run = {.functions = FUNCTIONS,
                             .tried = TRIED,
                             .rules = "segv@try=" NEEDS_IT,
                             .options = {.jobs = 2, .retries = 2}};

    (void)state;
    supervise(&run);
    check_one_guilty(&run, WGC_STATE_CRASH, "died of SIGSEGV");
    assert_non_null(strstr(only(&run, WGC_STATE_CRASH)->attempts, "\"count\":3"));
    supervised_free(&run);
}

static void repetitions_are_not_run_after_a_deadly_trial(void **state)
{
    struct supervised run = {.functions = FUNCTIONS,
                             .tried = TRIED,
                             .rules = "segv@try=" NEEDS_IT,
                             .options = {.jobs = 2, .repeat = 20}};

    (void)state;
    supervise(&run);
    check_one_guilty(&run, WGC_STATE_CRASH, "died of SIGSEGV");
    supervised_free(&run);
}

/* Two cases failed where the trial had gone well, and it kills when they are tried again: neither
 * failure becomes a skip. */
static void a_failure_is_not_hidden_by_a_later_death(void **state)
{
    struct supervised run = {.functions = 2,
                             .tried = 1,
                             .rules = "fail@run+first=c.f0.int.1.plain;"
                                      "fail@run+first=c.f0.int.2.plain;exit@idle+first;"
                                      "segv@try+later=c.f0.*",
                             .options = {.jobs = 1, .retries = 1}};
    static const char *const names[] = {"c.f0.int.1.plain", "c.f0.int.2.plain"};

    (void)state;
    supervise(&run);
    for (size_t i = 0; i < 2; i++) {
        const struct wgc_result *result = supervised_result(&run, names[i]);
        assert_int_equal(result->state, WGC_STATE_FAIL);
        assert_non_null(strstr(result->reason, "passed 0 of 2 times; fail 1, crash 1"));
    }
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 2);
    supervised_free(&run);
}

/* A worker cannot have anything skipped that does not need the feature. */
static void a_trial_that_no_case_needs_is_refused(void **state)
{
    struct supervised run = {.rules = "segv@try=c.f1.int.1.loop", .options = {.jobs = 1}};

    (void)state;
    supervise(&run);
    assert_non_null(strstr(supervised_result(&run, "c.f1.int.1.loop")->reason,
                           "a TRY message that is out of place or broken"));
    assert_int_equal(run.by_state[WGC_STATE_SKIP], 0);
    assert_true(run.by_state[WGC_STATE_PASS] >= run.total - CASES_OF_A_FUNCTION);
    supervised_free(&run);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deadly_trial_costs_one_case),
        cmocka_unit_test(a_death_that_does_not_come_again_skips_nothing),
        cmocka_unit_test(the_guilty_case_is_retried_and_not_skipped),
        cmocka_unit_test(repetitions_are_not_run_after_a_deadly_trial),
        cmocka_unit_test(a_failure_is_not_hidden_by_a_later_death),
        cmocka_unit_test(a_trial_that_no_case_needs_is_refused),
    };

    if (argc > 1 && strcmp(argv[1], "--worker") == 0) {
        return null_worker_main(0, 3);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
