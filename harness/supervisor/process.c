#include "supervisor/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPLY_FD = 3, EXIT_CANNOT_START = 127, READ_SIZE = 64 * 1024, MARK = 10 };

double wgc_now(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void wgc_signal_name(int number, char name[32])
{
    const char *known = sigabbrev_np(number);

    if (known != NULL) {
        (void)snprintf(name, 32, "SIG%s", known);
    } else {
        (void)snprintf(name, 32, "signal %d", number);
    }
}

static void lower_limit(__rlimit_resource_t resource, rlim_t value)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) == 0 && limit.rlim_cur > value) {
        limit.rlim_cur = value;
        (void)setrlimit(resource, &limit);
    }
}

/* All that follows happens between fork and exec: only async-signal-safe calls. */

static void limit_child(const struct wgc_process_limits *limits)
{
    /* 1 and not 0: a core_pattern that is a pipe is left alone only at 1, and a file needs more
     * than 1 byte anyway */
    lower_limit(RLIMIT_CORE, 1);
    if (limits->memory_bytes != 0) {
        lower_limit(RLIMIT_DATA, (rlim_t)limits->memory_bytes);
    }
    if (limits->file_bytes != 0) {
        lower_limit(RLIMIT_FSIZE, (rlim_t)limits->file_bytes);
    }
    /* where memory runs out all the same, the kernel shall take a worker and not the supervisor */
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, "800", 3);
        (void)close(fd);
    }
}

static void reset_signals(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t none;

    for (int i = 1; i < NSIG; i++) {
        (void)sigaction(i, &standard, NULL);
    }
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Puts the three descriptors where the worker looks for them, none overwriting one that is still to
 * be moved. */
static bool place_descriptors(int request, int reply, int capture)
{
    int high[3] = {request, reply, capture};

    for (int i = 0; i < 3; i++) {
        high[i] = fcntl(high[i], F_DUPFD_CLOEXEC, MARK);
        if (high[i] < 0) {
            return false;
        }
    }
    return dup2(high[0], STDIN_FILENO) >= 0 && dup2(high[1], REPLY_FD) >= 0 &&
           dup2(high[2], STDOUT_FILENO) >= 0 && dup2(high[2], STDERR_FILENO) >= 0;
}

static _Noreturn void become_worker(const char *program, char *const *environment,
                                    const struct wgc_process_limits *limits, const int fds[3],
                                    pid_t parent)
{
    char *arguments[] = {(char *)(uintptr_t)program, (char *)(uintptr_t) "--worker", NULL};

    (void)setpgid(0, 0);
    reset_signals();
    /* the parent may be gone already, in which case no signal will come */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent ||
        !place_descriptors(fds[0], fds[1], fds[2])) {
        _exit(EXIT_CANNOT_START);
    }
    limit_child(limits);
    (void)execve(program, arguments, environment);
    static const char text[] = "cannot execute the worker\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(EXIT_CANNOT_START);
}

static void close_all(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0) {
            (void)close(fds[i]);
        }
    }
}

static bool unblock(int fd)
{
    int flags = fcntl(fd, F_GETFL);

    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

enum wgc_status wgc_process_start(const char *program, char *const *environment,
                                  const struct wgc_process_limits *limits,
                                  struct wgc_process *process, struct wgc_err *err)
{
    int fds[6] = {-1, -1, -1,
                  -1, -1, -1}; /* request read, write; reply read, write; capture read, write */
    pid_t self = getpid();

    *process = (struct wgc_process){.request_fd = -1, .reply_fd = -1, .capture_fd = -1};
    bool ready = pipe2(fds, O_CLOEXEC) == 0 && pipe2(fds + 2, O_CLOEXEC) == 0 &&
                 pipe2(fds + 4, O_CLOEXEC) == 0 && unblock(fds[1]) && unblock(fds[2]) &&
                 unblock(fds[4]);
    pid_t pid = ready ? fork() : -1;
    if (pid == 0) {
        const int ends[3] = {fds[0], fds[3], fds[5]};
        become_worker(program, environment, limits, ends, self);
    }
    if (pid < 0) {
        enum wgc_status status =
            wgc_err_set(err, WGC_ERR_RUN, "cannot start a worker: %s", strerror(errno));
        close_all(fds, 6);
        return status;
    }
    (void)setpgid(pid, pid); /* also here, so that a kill that comes at once finds the group */
    const int theirs[3] = {fds[0], fds[3], fds[5]};
    close_all(theirs, 3);
    process->pid = pid;
    process->request_fd = fds[1];
    process->reply_fd = fds[2];
    process->capture_fd = fds[4];
    return WGC_OK;
}

void wgc_process_allow_cpu(const struct wgc_process *process, double seconds)
{
    clockid_t clock;
    struct timespec used;
    struct rlimit limit;

    if (process->pid == 0 || clock_getcpuclockid(process->pid, &clock) != 0 ||
        clock_gettime(clock, &used) != 0 || prlimit(process->pid, RLIMIT_CPU, NULL, &limit) != 0) {
        return;
    }
    double allowed = (double)used.tv_sec + seconds + 1.0;
    if (limit.rlim_max == RLIM_INFINITY || allowed < (double)limit.rlim_max) {
        limit.rlim_cur = (rlim_t)allowed;
        (void)prlimit(process->pid, RLIMIT_CPU, &limit, NULL);
    }
}

void wgc_process_drain(struct wgc_process *process)
{
    char bytes[READ_SIZE];

    if (process->capture_fd < 0) {
        return;
    }
    ssize_t got = read(process->capture_fd, bytes, sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (got <= 0) {
        (void)close(process->capture_fd);
        process->capture_fd = -1;
        return;
    }
    process->printed += (uint64_t)got;
    struct wgc_buf *kept = &process->capture;
    wgc_buf_add(kept, bytes, (size_t)got);
    if (kept->size > (size_t)2 * WGC_CAPTURE_LIMIT) {
        memmove(kept->data, kept->data + kept->size - WGC_CAPTURE_LIMIT, WGC_CAPTURE_LIMIT);
        kept->size = WGC_CAPTURE_LIMIT;
        kept->data[kept->size] = '\0';
    }
}

const char *wgc_process_output(const struct wgc_process *process)
{
    const struct wgc_buf *kept = &process->capture;

    if (kept->data == NULL) {
        return "";
    }
    for (size_t i = 0; i < kept->size; i++) {
        if (kept->data[i] == '\0') {
            kept->data[i] = '?';
        }
    }
    return kept->size <= WGC_CAPTURE_LIMIT ? kept->data
                                           : kept->data + kept->size - WGC_CAPTURE_LIMIT;
}

void wgc_process_kill(const struct wgc_process *process)
{
    if (process->pid > 0) {
        (void)kill(-process->pid, SIGKILL);
        (void)kill(process->pid, SIGKILL); /* when it is not in its group yet */
    }
}

bool wgc_process_reap(struct wgc_process *process, bool wait, struct wgc_exit *exit_out)
{
    siginfo_t info = {0};
    int options = WEXITED | WNOWAIT | (wait ? 0 : WNOHANG);
    int got;

    if (process->pid == 0) {
        return true;
    }
    do {
        got = waitid(P_PID, (id_t)process->pid, &info, options);
    } while (got != 0 && errno == EINTR);
    if (got == 0 && info.si_pid == 0) {
        return false;
    }
    /* the number is still taken while nobody has waited for it, so the group cannot be another's */
    (void)kill(-process->pid, SIGKILL);
    (void)waitid(P_PID, (id_t)process->pid, &info, WEXITED);
    *exit_out = (struct wgc_exit){.by_signal = info.si_code != CLD_EXITED, .code = info.si_status};
    process->pid = 0;
    return true;
}

void wgc_process_free(struct wgc_process *process)
{
    struct wgc_exit ignored;
    const int fds[3] = {process->request_fd, process->reply_fd, process->capture_fd};

    wgc_process_kill(process);
    (void)wgc_process_reap(process, true, &ignored);
    close_all(fds, 3);
    wgc_buf_free(&process->capture);
    *process = (struct wgc_process){.request_fd = -1, .reply_fd = -1, .capture_fd = -1};
}
