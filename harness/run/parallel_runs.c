#include "run/parts.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"

static const struct timespec pause_between = {.tv_nsec = 20L * 1000 * 1000};

struct child {
    pid_t pid;
    int out; /* a file in memory */
};

/* The children write their results into memory that they share with their parent. */
static struct wgc_parallel_result *share(size_t count)
{
    void *memory = mmap(NULL, count * sizeof(struct wgc_parallel_result), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

static _Noreturn void run_child(const struct wgc_parallel_runs *runs, size_t i, int fd,
                                pid_t parent, struct wgc_parallel_result *ended)
{
    struct wgc_buf out = {0};
    struct wgc_parallel_result own = {0};

    (void)wgc_system_end_with_parent(SIGTERM);
    if (getppid() != parent) {
        _exit(EXIT_FAILURE); /* the parent has exited already */
    }
    /* a line in one piece: the runs write at the same time */
    (void)setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    own.status = runs->run(runs->context, i, &out, &own.exit_status, &own.err);
    if (own.status == WGC_OK && (out.failed || !wgc_write_all(fd, out.data, out.size))) {
        own.status = wgc_err_memory(&own.err, "the summary");
    }
    *ended = own;
    wgc_buf_free(&out);
    (void)fflush(stderr);
    _exit(EXIT_SUCCESS);
}

static enum wgc_status start(const struct wgc_parallel_runs *runs, size_t i, struct child *child,
                             struct wgc_parallel_result *ended, struct wgc_err *err)
{
    const pid_t parent = getpid();

    child->out = wgc_system_unnamed_file();
    if (child->out < 0) {
        return wgc_err_set(err, WGC_ERR_RUN, "cannot create a file for the summary: %s",
                           strerror(errno));
    }
    (void)fflush(NULL);
    child->pid = fork();
    if (child->pid == 0) {
        run_child(runs, i, child->out, parent, ended);
    }
    return child->pid > 0 ? WGC_OK : wgc_err_set(err, WGC_ERR_RUN, "fork: %s", strerror(errno));
}

static void send_signal(const struct child *child, size_t count, int number)
{
    for (size_t i = 0; i < count; i++) {
        if (child[i].pid > 0) {
            (void)kill(child[i].pid, number);
        }
    }
}

/* Waits for the child at `at`, and forwards a signal to all that still run. */
static void wait_for(struct child *child, size_t at, size_t count,
                     const volatile sig_atomic_t *interrupted, int *forwarded,
                     struct wgc_parallel_result *ended)
{
    pid_t got;
    int how = 0;

    while ((got = waitpid(child[at].pid, &how, WNOHANG)) == 0 || (got < 0 && errno == EINTR)) {
        if (*interrupted != *forwarded) {
            *forwarded = *interrupted;
            send_signal(child + at, count - at, *forwarded);
        }
        (void)nanosleep(&pause_between, NULL);
    }
    const char *name = got >= 0 && WIFSIGNALED(how) ? wgc_system_signal(WTERMSIG(how)) : NULL;
    child[at].pid = 0;
    if (got < 0 || !WIFEXITED(how) || WEXITSTATUS(how) != EXIT_SUCCESS) {
        ended->status = wgc_err_set(&ended->err, WGC_ERR_RUN, "the process %s%s%s",
                                    name == NULL ? "ended early" : "crashed (", wgc_or_empty(name),
                                    name == NULL ? "" : ")");
    }
}

/* Writes the child's text to standard output. */
static enum wgc_status put_out(int fd, struct wgc_err *err)
{
    struct wgc_buf out = {0};
    off_t size = lseek(fd, 0, SEEK_END);
    ssize_t got = 0;

    if (size > 0 && wgc_buf_reserve(&out, (size_t)size)) {
        got = pread(fd, out.data, (size_t)size, 0);
    }
    enum wgc_status status = got == size ? WGC_OK : wgc_err_memory(err, "the summary");
    if (status == WGC_OK && size > 0) {
        status = wgc_file_write("-", out.data, (size_t)size, err);
    }
    wgc_buf_free(&out);
    return status;
}

static enum wgc_status run_all(const struct wgc_parallel_runs *runs, struct child *child,
                               size_t count, const volatile sig_atomic_t *interrupted,
                               struct wgc_parallel_result *ended, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    size_t started = 0;
    int forwarded = 0;

    while (status == WGC_OK && started < count) {
        status = start(runs, started, &child[started], &ended[started], err);
        started += status == WGC_OK;
    }
    if (status != WGC_OK) {
        send_signal(child, started, SIGTERM);
    }
    for (size_t i = 0; i < started; i++) {
        wait_for(child, i, started, interrupted, &forwarded, &ended[i]);
        if (status == WGC_OK) {
            status = put_out(child[i].out, err);
        }
    }
    return status;
}

enum wgc_status wgc_run_parallel(const struct wgc_parallel_runs *runs, size_t count,
                                 const volatile sig_atomic_t *interrupted,
                                 struct wgc_parallel_result *ended, struct wgc_err *err)
{
    struct wgc_parallel_result *shared = share(count);
    struct child *child = calloc(count, sizeof *child);
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; child != NULL && i < count; i++) {
        child[i].out = -1;
    }
    if (shared == NULL || child == NULL) {
        status = wgc_err_memory(err, "the runs on several devices");
    } else {
        status = run_all(runs, child, count, interrupted, shared, err);
        memcpy(ended, shared, count * sizeof *ended);
    }
    for (size_t i = 0; child != NULL && i < count; i++) {
        if (child[i].out >= 0) {
            (void)close(child[i].out);
        }
    }
    if (shared != NULL) {
        (void)munmap(shared, count * sizeof *shared);
    }
    free(child);
    return status;
}
