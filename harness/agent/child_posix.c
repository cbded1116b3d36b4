#include "agent/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "process/environment.h"
#include "process/process.h"
#include "process/run_tmpdir.h"

enum { FIRST_FD = 10, TICK_MS = 100, ENDING_MS = 1 };
static const uint64_t usual_file_bytes = (uint64_t)1 << 30;

struct wgc_child {
    int in, out;                /* from and to the supervisor */
    struct wgc_process process; /* the worker */
    struct wgc_run_tmpdir tmpdir;
    int (*worker)(int request_fd, int reply_fd);
    bool started, exited;
    struct wgc_exit exit_of; /* of an exited worker */
};

static volatile sig_atomic_t signalled;

static void note_signal(int number)
{
    signalled = number;
}

/* Turns off a terminal's echo, line editing and newline translation. */
static void make_raw(int fd)
{
    struct termios mode;

    if (tcgetattr(fd, &mode) == 0) {
        mode.c_iflag &= (tcflag_t) ~(BRKINT | ICRNL | IGNCR | INLCR | ISTRIP | IXON | PARMRK);
        mode.c_oflag &= (tcflag_t)~OPOST;
        mode.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
        (void)tcsetattr(fd, TCSANOW, &mode);
    }
}

/* Moves a standard descriptor to a private one and puts /dev/null into its place. */
static int acquire_stream(int fd, int null)
{
    int own = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FD);

    return own >= 0 && dup2(null, fd) >= 0 ? own : -1;
}

bool wgc_child_is_worker(int argc, char **argv, int (*worker)(int request_fd, int reply_fd),
                         int *status)
{
    (void)argc;
    (void)argv;
    (void)worker;
    (void)status;
    return false; /* the worker is a fork */
}

struct wgc_child *wgc_child_create(int (*worker)(int request_fd, int reply_fd))
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction note = {.sa_handler = note_signal};
    struct wgc_child *child = calloc(1, sizeof *child);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (child == NULL || null < 0) {
        free(child);
        return NULL;
    }
    make_raw(STDIN_FILENO);
    child->worker = worker;
    child->tmpdir.lock = -1;
    child->process = (struct wgc_process){.request_fd = -1, .reply_fd = -1, .capture_fd = -1};
    child->in = acquire_stream(STDIN_FILENO, null);
    child->out = acquire_stream(STDOUT_FILENO, null);
    (void)close(null);
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
        (void)sigaction(ending[i], &note, NULL);
    }
    (void)signal(SIGPIPE, SIG_IGN);
    return child;
}

static enum wgc_status start_process(struct wgc_child *child, const char *folder,
                                     const struct wgc_process_limits *limits, struct wgc_err *err)
{
    char **environment = wgc_environment_make(folder);

    if (environment == NULL) {
        return wgc_err_memory(err, "the worker's environment");
    }
    const struct wgc_process_start start = {
        .run = child->worker, .environment = environment, .limits = *limits};
    enum wgc_status status = wgc_process_start(&start, &child->process, err);
    wgc_environment_free(environment);
    return status;
}

enum wgc_status wgc_child_start(struct wgc_child *child, uint64_t memory_bytes, uint64_t file_bytes,
                                struct wgc_err *err)
{
    const struct wgc_process_limits limits = {
        .memory_bytes = memory_bytes != 0 ? memory_bytes : wgc_process_default_memory(),
        .file_bytes = file_bytes != 0 ? file_bytes : usual_file_bytes,
    };
    enum wgc_status status = wgc_run_tmpdir_open(&child->tmpdir, err);

    if (status != WGC_OK) {
        return status;
    }
    char *folder = wgc_run_tmpdir_add(&child->tmpdir, err);
    if (folder == NULL) {
        return err->status;
    }
    status = start_process(child, folder, &limits, err);
    child->started = status == WGC_OK;
    free(folder);
    return status;
}

bool wgc_child_send(struct wgc_child *child, const void *bytes, size_t size)
{
    wgc_process_send_bytes(&child->process, bytes, size);
    return !child->process.outbound.failed;
}

void wgc_child_allow_cpu(struct wgc_child *child, double seconds)
{
    wgc_process_allow_cpu(&child->process, seconds);
}

bool wgc_child_reply(struct wgc_child *child, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        ssize_t put = write(child->out, at, size);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        if (put < 0 && signalled != 0) {
            return false;
        }
        at += put < 0 ? 0 : put;
        size -= put < 0 ? 0 : (size_t)put;
    }
    return true;
}

/* Reads once; closes a stream at its end. Whether there were bytes. */
static bool read_some(int *fd, char *buffer, size_t capacity, size_t *size)
{
    if (*fd < 0) {
        return false;
    }
    ssize_t got = read(*fd, buffer, capacity);
    if (got > 0) {
        *size = (size_t)got;
        return true;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        (void)close(*fd);
        *fd = -1;
    }
    return false;
}

/* Reads the worker's output and replies, or notices its exit. Does not wait for processes that it
 * left behind with its descriptors. */
static bool read_worker(struct wgc_child *child, char *buffer, size_t capacity, size_t *size,
                        enum wgc_child_event *event)
{
    if (!child->started) {
        return false;
    }
    /* reap first, so that the reads after the exit find all bytes */
    child->exited = child->exited || wgc_process_reap(&child->process, false, &child->exit_of);
    if (read_some(&child->process.capture_fd, buffer, capacity, size)) {
        *event = WGC_CHILD_OUTPUT;
        return true;
    }
    if (read_some(&child->process.reply_fd, buffer, capacity, size)) {
        *event = WGC_CHILD_REPLIES;
        return true;
    }
    *event = WGC_CHILD_ENDED;
    return child->exited;
}

static bool read_supervisor(struct wgc_child *child, short revents, char *buffer, size_t capacity,
                            size_t *size, enum wgc_child_event *event)
{
    if (revents == 0) {
        return false;
    }
    *event = read_some(&child->in, buffer, capacity, size) ? WGC_CHILD_REQUESTS : WGC_CHILD_CLOSED;
    return *event == WGC_CHILD_REQUESTS || child->in < 0;
}

enum wgc_child_event wgc_child_wait(struct wgc_child *child, char *buffer, size_t capacity,
                                    size_t *size, struct wgc_exit *exit_of)
{
    enum wgc_child_event event = WGC_CHILD_CLOSED;
    const struct wgc_process *process = &child->process;

    while (signalled == 0) {
        struct pollfd polled[] = {
            {.fd = child->in, .events = POLLIN},
            {.fd = process->reply_fd, .events = POLLIN},
            {.fd = process->capture_fd, .events = POLLIN},
            {.fd = wgc_process_has_unsent(process) ? process->request_fd : -1, .events = POLLOUT},
        };
        bool ending = child->started && process->reply_fd < 0;
        if (poll(polled, sizeof polled / sizeof polled[0], ending ? ENDING_MS : TICK_MS) < 0) {
            polled[0].revents = 0;
        }
        wgc_process_flush(&child->process);
        if (read_supervisor(child, polled[0].revents, buffer, capacity, size, &event) ||
            read_worker(child, buffer, capacity, size, &event)) {
            *exit_of = child->exit_of;
            return event;
        }
    }
    return WGC_CHILD_CLOSED;
}

void wgc_child_stop(struct wgc_child *child)
{
    wgc_process_free(&child->process);
    wgc_run_tmpdir_close(&child->tmpdir);
    child->started = false;
}

void wgc_child_free(struct wgc_child *child)
{
    wgc_child_stop(child);
    (void)close(child->in);
    (void)close(child->out);
    free(child);
}
