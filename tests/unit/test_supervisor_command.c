/* Workers that are reached through a command: everything is as with a process of this machine, and
 * what can happen to a connection costs no verdict. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "agent/agent.h"
#include "base/sanitizer.h"
#include "null_worker.h"
#include "supervised_run.h"
#include "process/process.h"
#include "process/run_tmpdir.h"
#include "wire/armor.h"

#define CRASHING "c.f3.int.2.offset"

/* "banner" in front of the agent: as a shell's start-up files print one. */
static void run_with(struct supervised *run, const char *before)
{
    char command[5000];

    (void)snprintf(command, sizeof command, "%s%s", before, supervised_program());
    run->options.worker_command = command;
    supervise(run);
    run->options.worker_command = NULL;
    if (run->err.text[0] != '\0' && run->status == WGC_OK) {
        fail_msg("%s", run->err.text);
    }
}

static void all_pass(void **state)
{
    SCOPED_RUN run = {.options.jobs = 3};

    (void)state;
    run_with(&run, "");
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
}

static void a_banner_does_no_harm(void **state)
{
    SCOPED_RUN run = {0};

    (void)state;
    run_with(&run, "printf 'Welcome.\\r\\n$ '; echo careful >&2; ");
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
}

/* The signal's name, what the driver printed, and time limits: all as here. */
static void the_exit_of_a_worker_is_reported(void **state)
{
    static const struct {
        const char *rules;
        double timeout, cpu;
        enum wgc_state expected;
        const char *signal, *reason;
    } ways[] = {
        {"print@run=" CRASHING ";segv@run=" CRASHING, 200, 0, WGC_STATE_CRASH, "SIGSEGV",
         "the worker crashed (SIGSEGV) while the case ran"},
        {"abort@run=" CRASHING, 200, 0, WGC_STATE_CRASH, "SIGABRT",
         "the worker crashed (SIGABRT) while the case ran"},
        {"exit@run=" CRASHING, 200, 0, WGC_STATE_CRASH, NULL,
         "the worker exited with status 7 while the case ran"},
        {"hang@run=" CRASHING, 1, 0, WGC_STATE_TIMEOUT, NULL, "no answer within 1 s"},
        {"orphan@run=" CRASHING, 200, 0, WGC_STATE_CRASH, "SIGSEGV",
         "the worker crashed (SIGSEGV)"},
        {"garbage@run=" CRASHING, 200, 0, WGC_STATE_CRASH, NULL,
         "the worker sent bytes that are no message while the case ran"},
        {"flood@run=" CRASHING ";segv@run=" CRASHING, 200, 0, WGC_STATE_CRASH, "SIGSEGV",
         "the worker crashed (SIGSEGV) while the case ran"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct supervised run = {
            .functions = 5, .rules = ways[i].rules, .options.timeout = ways[i].timeout};
        run_with(&run, "");
        const struct wgc_result *result = supervised_result(&run, CRASHING);
        if (result->state != ways[i].expected ||
            strstr(result->reason, ways[i].reason) != result->reason ||
            (result->signal == NULL) != (ways[i].signal == NULL) ||
            (result->signal != NULL && strcmp(result->signal, ways[i].signal) != 0)) {
            fail_msg("%s: state %s, signal %s: %s", ways[i].rules, wgc_state_name(result->state),
                     result->signal, result->reason);
        }
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
        if (i == 0) {
            assert_non_null(strstr(result->reason, "null driver: assertion failed"));
        }
        supervised_free(&run);
    }
}

/* The agent enforces the limits; without limits, those of its own machine. */
static void the_limit_of_memory_holds(void **state)
{
    SCOPED_RUN run = {
        .functions = 3, .rules = "eat@run=c.f1.int.1.loop", .options.limits.memory_bytes = 1 << 28};

    (void)state;
    if (WGC_SANITIZED) {
        skip(); /* its shadow memory alone is past any limit */
    }
    run_with(&run, "");
    assert_string_equal(supervised_result(&run, "c.f1.int.1.loop")->signal, "SIGABRT");
}

static void the_limit_of_a_file_holds(void **state)
{
    SCOPED_RUN run = {
        .functions = 3, .rules = "big@run=c.f1.int.1.loop", .options.limits.file_bytes = 1 << 20};

    (void)state;
    run_with(&run, "");
    assert_string_equal(supervised_result(&run, "c.f1.int.1.loop")->signal, "SIGXFSZ");
}

/* What a worker leaves in its temporary folders is gone when it is, however it went (supervise
 * looks). */
static void nothing_is_left(void **state)
{
    SCOPED_RUN run = {.rules = "litter@run;hang@run=" CRASHING ";segv@run=c.f1.int.2.plain",
                      .options.timeout = 1};

    (void)state;
    run_with(&run, "");
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 2);
}

static void a_lost_connection_costs_nothing(void **state)
{
    static const char *const rules[] = {
        "lose@run+first=" CRASHING,
        "lose@after+first=" CRASHING,
        "lose@build+first",
        "lose@batch+first",
        "lose@idle+first",
        "lose@open+first",
        "lose@run+first=c.f1.int.1.*;lose@run+first=c.f5.*;lose@open+first",
    };

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct supervised run = {.rules = rules[i], .options.jobs = 2};
        run_with(&run, "");
        if (run.status != WGC_OK || run.by_state[WGC_STATE_PASS] != run.total) {
            fail_msg("%s: %s, %zu of %zu passed", rules[i], run.err.text,
                     run.by_state[WGC_STATE_PASS], run.total);
        }
        if (i < 4) {
            assert_true(supervised_warned(&run, "the connection to the worker was lost"));
            assert_true(supervised_warned(&run, "are tried again"));
        }
        supervised_free(&run);
    }
}

/* It may take the whole machine down with it. */
static void a_case_that_always_loses_it_is_found(void **state)
{
    SCOPED_RUN run = {.rules = "lose@run=" CRASHING, .functions = 5};

    (void)state;
    run_with(&run, "");
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(supervised_result(&run, CRASHING)->state, WGC_STATE_CRASH);
    assert_non_null(
        strstr(supervised_result(&run, CRASHING)->reason, "the connection to the worker was lost"));
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 1);
}

/* A line that was damaged on its way: the first worker's output goes through sed. */
static void a_damaged_line_is_a_lost_connection(void **state)
{
    char before[400];
    SCOPED_RUN run = {.functions = 60};

    (void)state;
    (void)snprintf(before, sizeof before,
                   "if mkdir $WGC_NULL_STATE/damaged 2>/dev/null; then "
                   "f() { \"$@\" | sed -u '/^~wgc1<D0000001/s/A/B/'; }; else f() { \"$@\"; }; "
                   "fi; f ");
    run_with(&run, before);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_true(supervised_warned(&run, "the connection to the worker was lost"));
}

static void write_lines(const char *path, const struct wgc_buf *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(text->data, 1, text->size, file), text->size);
    assert_int_equal(fclose(file), 0);
}

/* Another version is refused at once, also by the list of devices, and nothing is sent to it. */
static void another_version_is_refused(void **state)
{
    struct wgc_armor_writer writer = {.side = WGC_ARMOR_FROM_WORKER};
    SCOPED_BUF payload = {0}, line = {0};
    char folder[] = "/tmp/wgc-hello-XXXXXX", path[100], command[200];
    struct wgc_device_list list;
    struct wgc_err err;

    (void)state;
    wgc_wire_put_str(&payload, "9.8.7");
    wgc_wire_put_str(&payload, "feedbeef");
    wgc_wire_put_str(&payload, "0011223344556677");
    wgc_armor_put(&writer, WGC_FRAME_HELLO, payload.data, payload.size, &line);
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/hello", folder);
    write_lines(path, &line);
    (void)snprintf(command, sizeof command, "cat %s; exec cat > %s/got; :", path, folder);
    struct supervised run = {.options.worker_command = command};
    supervise(&run);
    assert_int_equal(run.status, WGC_ERR_INPUT);
    assert_non_null(strstr(run.err.text, "started wgconform 9.8.7 (commit feedbeef, sources 0011"));
    assert_non_null(strstr(run.err.text, "this is wgconform 0."));
    supervised_free(&run);
    (void)snprintf(path, sizeof path, "%s/got", folder);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_size, 0);
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    assert_int_equal(wgc_supervisor_list(supervised_program(), command, 20.0, &list, &err),
                     WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "9.8.7"));
    wgc_run_tmpdir_remove(folder);
}

static void a_command_that_does_not_work(void **state)
{
    static const struct {
        const char *command, *text;
    } ways[] = {
        {"/nowhere/ssh wgconform",
         "its command exited with status 127 while it opened the device, twice"},
        {"echo ssh: no route to host >&2; exit 255; :", "printed: ssh: no route to host"},
        {"echo hello, world; :", "its command exited with status 0"},
        {"sleep 100; :", "no answer within 1 s"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct supervised run = {
            .options = {.worker_command = ways[i].command, .limits.open_seconds = 1}};
        supervise(&run);
        assert_int_equal(run.status, WGC_ERR_DEVICE);
        if (strstr(run.err.text, ways[i].text) == NULL) {
            fail_msg("%s", run.err.text);
        }
        supervised_free(&run);
    }
}

static void devices_are_listed(void **state)
{
    struct wgc_device_list list;
    struct wgc_err err;
    char folder[] = "/tmp/wgc-list-XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    assert_int_equal(setenv("WGC_NULL", "", 1), 0);
    assert_int_equal(wgc_supervisor_list("/nowhere", supervised_program(), 20.0, &list, &err),
                     WGC_OK);
    assert_int_equal(list.count, 2);
    wgc_device_list_free(&list);
    assert_int_equal(setenv("WGC_NULL", "segv@list", 1), 0);
    assert_int_equal(wgc_supervisor_list("/nowhere", supervised_program(), 20.0, &list, &err),
                     WGC_ERR_DEVICE);
    assert_non_null(strstr(err.text, "the worker crashed (SIGSEGV) while it listed the devices"));
    assert_int_equal(rmdir(folder), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pass),
        cmocka_unit_test(a_banner_does_no_harm),
        cmocka_unit_test(the_exit_of_a_worker_is_reported),
        cmocka_unit_test(the_limit_of_memory_holds),
        cmocka_unit_test(the_limit_of_a_file_holds),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(a_lost_connection_costs_nothing),
        cmocka_unit_test(a_case_that_always_loses_it_is_found),
        cmocka_unit_test(a_damaged_line_is_a_lost_connection),
        cmocka_unit_test(another_version_is_refused),
        cmocka_unit_test(a_command_that_does_not_work),
        cmocka_unit_test(devices_are_listed),
    };

    if (argc > 1 && strcmp(argv[1], "--agent") == 0) {
        return wgc_agent_main(null_worker_main);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
