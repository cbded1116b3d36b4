/* The run as a whole: how it begins, how it ends early, what it never starts, and what it leaves.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/sanitizer.h"
#include "null_worker.h"
#include "process/process.h"
#include "process/run_tmpdir.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

#define CULPRIT "c.f3.int.2.offset"

TEST(no_device)
{
    static const struct {
        const char *rules;
        enum wgc_status status;
        const char *text;
    } ways[] = {
        {"print@open;segv@open", WGC_ERR_DEVICE,
         "the worker crashed (SIGSEGV) while it opened the device, twice; the driver printed: null "
         "driver"},
        {"exit@open", WGC_ERR_DEVICE,
         "the worker exited with status 7 while it opened the device, twice"},
        {"garbage@open", WGC_ERR_DEVICE,
         "the worker sent bytes that are no message while it opened the device"},
        {"hang@open", WGC_ERR_DEVICE, "no answer within 0.5 s while it opened the device, twice"},
        {"give_up@open", WGC_ERR_RUN, "the null device is lost"},
    };

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct supervised run = {.rules = ways[i].rules,
                                 .options = {.limits = {.open_seconds = i == 3 ? 0.5 : 20}}};
        supervise(&run);
        assert_int_equal(run.status, ways[i].status);
        assert_int_equal(run.err.status, ways[i].status);
        if (strstr(run.err.text, ways[i].text) == NULL) {
            fail_msg("%s", run.err.text);
        }
        assert_int_equal(run.results, 0);
        assert_int_equal(run.devices, 0);
        supervised_free(&run);
    }
}

TEST(a_program_that_is_not_there)
{
    char folder[] = "/tmp/wgc-list-XXXXXX";
    struct wgc_device_list list;
    struct wgc_err err;

    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    assert_int_equal(wgc_supervisor_list("/nowhere/wgconform", NULL, 5.0, &list, &err),
                     WGC_ERR_DEVICE);
    assert_non_null(strstr(err.text, "exited with status 127"));
    assert_non_null(strstr(err.text, "cannot execute the worker"));
    assert_int_equal(rmdir(folder), 0);
}

TEST(a_device_that_opens_the_second_time)
{
    SCOPED_RUN run = {.rules = "segv@open+first"};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.stats.workers_crashed, 1);
}

/* Known device and number of workers: all start at once. */
TEST(many_workers)
{
    SCOPED_RUN run = {.functions = 100, .options = {.jobs = 8}};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
    assert_int_equal(run.stats.workers_started, 8);
    assert_int_equal(run.devices, 1);
}

/* The device is lost in the middle: what was not run is an error, and every case has its verdict.
 */
TEST(a_device_that_never_opens_again)
{
    SCOPED_RUN run = {
        .functions = 40, .rules = "segv@open+later;segv@run=" CULPRIT, .options = {.jobs = 1}};

    run.options.device = -1;
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.results, run.total);
    assert_true(run.by_state[WGC_STATE_PASS] > 0);
    assert_int_equal(run.by_state[WGC_STATE_PASS] + run.by_state[WGC_STATE_ERROR], run.total);
    const struct wgc_result *last = supervised_result(&run, "c.f39.int.1.plain");
    assert_int_equal(last->state, WGC_STATE_ERROR);
    assert_non_null(strstr(last->reason, "no worker can open the device any more"));
    assert_string_equal(last->signal, "SIGSEGV");
    assert_true(supervised_warned(&run, "no worker can open the device any more"));
}

TEST(what_the_device_lacks_is_skipped)
{
    SCOPED_RUN run = {.halves = 4, .too_large = true, .rules = "segv@build=c.f2.*"};

    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_SKIP], 4 * 9 + 6 * 3);
    assert_int_equal(run.by_state[WGC_STATE_PASS], 6 * 6);
    assert_string_equal(supervised_result(&run, "c.f0.int.1.plain")->reason,
                        "the device lacks half precision (cl_khr_fp16)");
    assert_string_equal(
        supervised_result(&run, "c.f5.int.3.loop")->reason,
        "a local size of 3 has side 2000 and CL_DEVICE_MAX_WORK_ITEM_SIZES[0] is 1024");
    assert_int_equal(run.stats.workers_crashed, 0);
}

/* A worker that is never started for nothing. */
TEST(nothing_to_do)
{
    unsigned char skip[90];
    SCOPED_RUN run = {.skip = skip, .rules = "segv@open"};

    memset(skip, 1, sizeof skip);
    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.results, 0);
    assert_int_equal(run.stats.workers_started, 0);
}

TEST(what_is_decided_is_left_out)
{
    unsigned char skip[90] = {0};
    SCOPED_RUN run = {.skip = skip, .rules = "segv@run=c.f0.int.1.plain", .options = {.jobs = 2}};

    for (size_t i = 0; i < sizeof skip; i += 2) {
        skip[i] = 1;
    }
    supervise(&run);
    assert_int_equal(run.by_state[WGC_STATE_PASS], 45);
    assert_int_equal(run.results, 45);
}

TEST(it_stops_after_so_many_failures)
{
    SCOPED_RUN run = {.functions = 100,
                      .rules = "fail@run=c.f*.int.2.*",
                      .max_failures = 5,
                      .options = {.jobs = 3}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(run.by_state[WGC_STATE_FAIL], 5);
    assert_true(run.results < run.total);
}

TEST(it_stops_when_interrupted)
{
    SCOPED_RUN run = {
        .functions = 100, .rules = "hang@run=c.f50.*", .stop_after = 60, .options = {.jobs = 3}};

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_true(run.results >= 60 && run.results < run.total);
    assert_true(run.seconds < 10.0);
}

/* The journal's disk is full: the run ends with that one error. */
TEST(it_stops_when_nobody_takes_results)
{
    SCOPED_RUN run = {.functions = 100, .fail_after = 10, .options = {.jobs = 3}};

    supervise(&run);
    assert_int_equal(run.status, WGC_ERR_RUN);
    assert_string_equal(run.err.text, "journal: disk full");
    assert_int_equal(run.results, 10);
}

TEST(limits_hold)
{
    SCOPED_RUN run = {
        .rules = "eat@run=c.f1.int.1.plain;big@run=c.f2.int.1.plain;litter@run;litter@open",
        .options = {
            .jobs = 2,
            .limits = {.memory_bytes = (uint64_t)256 << 20, .file_bytes = (uint64_t)16 << 20}}};

    if (WGC_SANITIZED) {
        skip(); /* its shadow memory alone is past any limit */
    }
    supervise(&run);
    assert_non_null(supervised_result(&run, "c.f1.int.1.plain")->signal);
    assert_non_null(supervised_result(&run, "c.f2.int.1.plain")->signal);
    assert_string_equal(supervised_result(&run, "c.f1.int.1.plain")->signal, "SIGABRT");
    assert_string_equal(supervised_result(&run, "c.f2.int.1.plain")->signal, "SIGXFSZ");
    assert_int_equal(run.by_state[WGC_STATE_PASS], run.total - 2);
}

TEST(listing)
{
    static const struct {
        const char *rules, *text;
    } ways[] = {
        {"", NULL},
        {"flood@list", NULL},
        {"segv@list+first", NULL},
        {"print@list;abort@list",
         "the worker crashed (SIGABRT) while it listed the devices; the driver printed"},
        {"hang@list", "no answer within 1 s while it listed the devices"},
        {"garbage@list", "the worker sent bytes that are no message while it listed the devices"},
        {"wrong@list", "no message"},
        {"exit0@list", "the worker exited with status 0 while it listed the devices"},
        {"give_up@list", "the null device is lost"},
    };
    char folder[] = "/tmp/wgc-list-XXXXXX";

    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char remembered[64];
        struct wgc_device_list list;
        struct wgc_err err = {0};
        (void)snprintf(remembered, sizeof remembered, "%s/%zu", folder, i);
        assert_int_equal(mkdir(remembered, 0700), 0);
        assert_int_equal(setenv("WGC_NULL_STATE", remembered, 1), 0);
        assert_int_equal(setenv("WGC_NULL", ways[i].rules, 1), 0);
        enum wgc_status status = wgc_supervisor_list(
            supervised_program(), NULL, strstr(ways[i].rules, "hang@list") == NULL ? 20.0 : 1.0,
            &list, &err);
        if (ways[i].text == NULL) {
            assert_int_equal(status, WGC_OK);
            assert_int_equal(list.count, 2);
            assert_string_equal(list.item[1].name, "null");
        } else if (status == WGC_OK || strstr(err.text, ways[i].text) == NULL) {
            fail_msg("%s: %s", ways[i].rules, err.text);
        }
        wgc_device_list_free(&list);
        wgc_run_tmpdir_remove(remembered);
    }
    assert_int_equal(rmdir(folder), 0); /* nothing is left in it */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static size_t entries(const char *folder)
{
    struct stat info;

    assert_int_equal(stat(folder, &info), 0);
    return (size_t)info.st_nlink - 2; /* folders in it */
}

/* A supervisor that is killed leaves its folder to the next run, which leaves those of the living
 * alone. */
TEST(folders_of_killed_runs_are_removed)
{
    char folder[] = "/tmp/wgc-killed-XXXXXX";
    struct wgc_run_tmpdir living, next;
    struct wgc_err err;
    int ready[2];
    char byte;

    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    assert_int_equal(wgc_run_tmpdir_open(&living, &err), WGC_OK);
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct wgc_run_tmpdir killed;
        bool made = wgc_run_tmpdir_open(&killed, &err) == WGC_OK;
        char *worker = made ? wgc_run_tmpdir_add(&killed, &err) : NULL;
        char locked[200], link_there[200];
        (void)snprintf(locked, sizeof locked, "%s/locked", worker == NULL ? "/nowhere" : worker);
        (void)snprintf(link_there, sizeof link_there, "%.150s/link", locked);
        made = made && mkdir(locked, 0700) == 0 && symlink("/tmp", link_there) == 0;
        made = made && chmod(locked, 0500) == 0;
        (void)!write(ready[1], made ? "y" : "n", 1);
        (void)pause();
        _exit(1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 'y');
    assert_int_equal(entries(folder), 2);
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(entries(folder), 2);
    assert_int_equal(wgc_run_tmpdir_open(&next, &err), WGC_OK);
    assert_int_equal(entries(folder), 2); /* the living and the next */
    assert_int_equal(access(living.folder, F_OK), 0);
    wgc_run_tmpdir_close(&next);
    wgc_run_tmpdir_close(&living);
    (void)close(ready[0]);
    (void)close(ready[1]);
    assert_int_equal(rmdir(folder), 0);
}

TEST(no_place_for_temporary_files)
{
    struct wgc_run_tmpdir scratch;
    struct wgc_err err;

    assert_int_equal(setenv("TMPDIR", "/nowhere", 1), 0);
    assert_int_equal(wgc_run_tmpdir_open(&scratch, &err), WGC_ERR_RUN);
    assert_string_equal(
        err.text, "/nowhere: cannot make a temporary folder there: No such file or directory");
}
