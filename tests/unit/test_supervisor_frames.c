/* The supervisor takes out of a worker's output where it crashed, here and behind a command. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "agent/agent.h"
#include "base/sanitizer.h"
#include "null_worker.h"
#include "supervised_run.h"
#include "wire/crash_line.h"

#define CULPRIT "c.f3.int.2.offset"
#define PROGRAM "test_supervisor_frames+0x"

static void run_with(struct supervised *run, bool command)
{
    char text[5000];

    (void)snprintf(text, sizeof text, "%s", supervised_program());
    run->options.worker_command = command ? text : NULL;
    supervise(run);
    run->options.worker_command = NULL;
    assert_int_equal(run->status, WGC_OK);
    assert_int_equal(run->by_state[WGC_STATE_PASS], run->total - 1);
}

static void check_crash(const char *rules, bool command, bool has_words)
{
    SCOPED_RUN run = {.functions = 5, .rules = rules};

    if (WGC_SANITIZED) {
        skip();
    }
    run_with(&run, command);
    const struct wgc_result *result = supervised_result(&run, CULPRIT);
    assert_int_equal(result->state, WGC_STATE_CRASH);
    assert_string_equal(result->signal, "SIGSEGV");
    assert_non_null(result->frames);
    assert_int_equal(strncmp(result->frames, PROGRAM, strlen(PROGRAM)), 0);
    assert_null(strstr(result->reason, WGC_CRASH_LINE));
    if (has_words) {
        assert_string_equal(result->build_log, "null driver: assertion failed\n");
        assert_non_null(strstr(result->reason, "the driver printed: null driver: assertion"));
    } else {
        assert_null(result->build_log);
        assert_null(strstr(result->reason, "the driver printed"));
    }
}

static void a_crash_without_words(void **state)
{
    (void)state;
    check_crash("located@run=" CULPRIT, false, false);
    check_crash("located@run=" CULPRIT, true, false);
}

static void a_crash_with_words(void **state)
{
    (void)state;
    check_crash("print@run=" CULPRIT ";located@run=" CULPRIT, false, true);
    check_crash("print@run=" CULPRIT ";located@run=" CULPRIT, true, true);
}

/* A crash whose handlers another one replaced. */
static void without_handlers_there_are_no_frames(void **state)
{
    SCOPED_RUN run = {.functions = 5, .rules = "segv@run=" CULPRIT};

    (void)state;
    run_with(&run, false);
    assert_null(supervised_result(&run, CULPRIT)->frames);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crash_without_words),
        cmocka_unit_test(a_crash_with_words),
        cmocka_unit_test(without_handlers_there_are_no_frames),
    };

    if (argc > 1 && strcmp(argv[1], "--worker") == 0) {
        return null_worker_main(0, 3);
    }
    if (argc > 1 && strcmp(argv[1], "--agent") == 0) {
        return wgc_agent_main(null_worker_main);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
