/* A thousand to fifty thousand cases, and a supervisor that is killed at any moment. */
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
#include "process/run_tmpdir.h"
#include "random.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

enum { MEBIBYTE = 1024, /* ru_maxrss counts kilobytes */ MEMORY_LIMIT = 64 * MEBIBYTE, KILLS = 20 };

static double cpu_seconds(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* In a process of its own, whose memory is this run's alone. The times are printed and never decide
 * a verdict. */
static void run_many(size_t functions, const char *rules, size_t crashes)
{
    struct supervised run = {.functions = functions,
                             .shapes = 20,
                             .rules = rules,
                             .keeps_no_results = true,
                             .options = {.jobs = 2}};
    struct rusage usage;
    pid_t pid = fork();
    int status;

    assert_true(pid >= 0);
    if (pid > 0) {
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
        return;
    }
    double begin = cpu_seconds();
    supervise(&run);
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    print_message("%zu cases: %.2f s, %.2f s of CPU time in the supervisor, %.1f MiB\n", run.total,
                  run.seconds, cpu_seconds() - begin, (double)usage.ru_maxrss / MEBIBYTE);
    bool right = run.status == WGC_OK && run.results == run.total &&
                 run.by_state[WGC_STATE_CRASH] == crashes;
    right = right && (WGC_SANITIZED || usage.ru_maxrss < MEMORY_LIMIT);
    supervised_free(&run);
    _exit(right ? 0 : 1);
}

TEST(fifty_thousand_cases)
{
    run_many(17, "", 0);
    run_many(167, "", 0);
    run_many(834, "", 0);
    run_many(834, "segv@run=c.f?7.int.11.plain;segv@build=c.f??5.int.*.loop", 9 + 73 * 20);
}

static size_t folders_in(const char *folder)
{
    struct stat info;

    assert_int_equal(stat(folder, &info), 0);
    return (size_t)info.st_nlink - 2;
}

/* Killed at a random moment, it leaves no process; its folder goes with the next run. */
TEST(killed_at_any_moment)
{
    char base[] = "/tmp/wgc-kill-XXXXXX";
    uint64_t random = 1;

    assert_non_null(mkdtemp(base));
    for (int i = 0; i < KILLS; i++) {
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            struct supervised run = {
                .functions = 200, .rules = "slow@run=*.1.*;litter@run", .options = {.jobs = 3}};
            (void)setenv("WGC_TEST_BASE", base, 1);
            supervise(&run);
            _exit(0);
        }
        (void)usleep((useconds_t)random_below(&random, 300000));
        assert_int_equal(kill(pid, SIGKILL), 0);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        /* the workers got their signal when the supervisor was killed */
        for (int k = 0; k < 6000 && supervised_processes(base) > 0; k++) {
            (void)usleep(10000);
        }
        assert_int_equal(supervised_processes(base), 0);
    }
    assert_true(folders_in(base) > 0);
    wgc_run_tmpdir_remove(base);
}
