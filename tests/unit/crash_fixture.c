#include "crash_fixture.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/sanitizer.h"
#include "base/system.h"
#include "wire/crash_line.h"
#include "worker/crash_frames.h"

#if WGC_SANITIZED || !defined(__GLIBC__)
#define NO_HANDLERS true
#else
#define NO_HANDLERS false
#endif

enum { HANG_SECONDS = 60 };

void crash_need_handlers(void)
{
    if (NO_HANDLERS) {
        skip();
    }
}

_Noreturn void crash_child(void (*act)(void), int out)
{
    const struct rlimit none = {0, 0};

    (void)setrlimit(RLIMIT_CORE, &none);
    (void)dup2(out, STDERR_FILENO);
    (void)close(out);
    wgc_crash_frames_install();
    act();
    _exit(0);
}

/* Reads the output until the child and what it left have closed it. */
static size_t read_output(int fd, pid_t child, char *output)
{
    const double until = wgc_now() + HANG_SECONDS;
    size_t size = 0;

    for (;;) {
        struct pollfd polled = {.fd = fd, .events = POLLIN};
        if (wgc_now() > until) {
            (void)kill(child, SIGKILL);
            fail_msg("the child hangs");
        }
        if (poll(&polled, 1, 1000) <= 0) {
            continue;
        }
        const ssize_t got = read(fd, output + size, CRASH_OUTPUT_MOST - 1 - size);
        if (got <= 0) {
            output[size] = '\0';
            return size;
        }
        size += (size_t)got;
    }
}

static void set_crash(struct crash *crash, const char *output, int how)
{
    struct wgc_buf rest = {0}, frames = {0};

    wgc_crash_line_take(output, &rest, &frames);
    crash->signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    (void)snprintf(crash->frames, sizeof crash->frames, "%s",
                   frames.data == NULL ? "" : frames.data);
    (void)snprintf(crash->rest, sizeof crash->rest, "%s", rest.data == NULL ? "" : rest.data);
    wgc_buf_free(&rest);
    wgc_buf_free(&frames);
}

void crash_of(void (*act)(void), struct crash *crash)
{
    static char output[CRASH_OUTPUT_MOST];
    int fds[2], how = 0;

    crash_need_handlers();
    assert_int_equal(pipe(fds), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)close(fds[0]);
        crash_child(act, fds[1]);
    }
    (void)close(fds[1]);
    (void)read_output(fds[0], child, output);
    (void)close(fds[0]);
    assert_int_equal(waitpid(child, &how, 0), child);
    set_crash(crash, output, how);
}

void crash_expect(void (*act)(void), int number, const char *first_frame)
{
    struct crash crash;

    crash_of(act, &crash);
    assert_int_equal(crash.signal, number);
    if (strncmp(crash.frames, first_frame, strlen(first_frame)) != 0 ||
        (first_frame[0] == '\0' && crash.frames[0] != '\0')) {
        fail_msg("not first \"%s\" but \"%s\"; the rest: %s", first_frame, crash.frames,
                 crash.rest);
    }
}
