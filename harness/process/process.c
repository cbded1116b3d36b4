#include "process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/sanitizer.h"
#include "base/system.h"
#include "process/link.h"

enum { REPLY_FD = 3, REQUEST_FD = 4, EXIT_CANNOT_START = 127, MARK = 10, MOST_FDS = 256 };
static const double agent_seconds = 2.0; /* for an agent to exit */

/* "SIGSEGV"; "signal 42" where there is no name. */
static void signal_name(int number, char name[WGC_EXIT_NAME])
{
    const char *known = wgc_system_signal(number);

    if (known != NULL) {
        (void)snprintf(name, WGC_EXIT_NAME, "%s", known);
    } else {
        (void)snprintf(name, WGC_EXIT_NAME, "signal %d", number);
    }
}

uint64_t wgc_process_default_memory(void)
{
    static const uint64_t least = (uint64_t)4 << 30;
    long pages = sysconf(_SC_PHYS_PAGES);
    long size = sysconf(_SC_PAGESIZE);
    uint64_t memory = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 4 * 3 : 0;

    if (WGC_SANITIZED) {
        return 0;
    }
    return memory < least ? least : memory;
}

/* Between fork and exec: only async-signal-safe calls below. */

/* Lowers a limit that was read; whether it was higher. Callers name the resource in their own
 * calls: the C libraries have no common type for it. */
static bool lowered(struct rlimit *limit, rlim_t value)
{
    bool higher = limit->rlim_cur > value;

    if (higher) {
        limit->rlim_cur = value;
    }
    return higher;
}

/* Limits the child. The agent limits the worker behind a command. */
static void limit_child(const struct wgc_process_start *start)
{
    struct rlimit limit;

    /* 1 and not 0: a core_pattern that is a pipe is disabled only by 1, and a core file needs more
     * than 1 byte anyway */
    if (getrlimit(RLIMIT_CORE, &limit) == 0 && lowered(&limit, 1)) {
        (void)setrlimit(RLIMIT_CORE, &limit);
    }
    if (start->command == NULL && start->limits.memory_bytes != 0 &&
        getrlimit(RLIMIT_DATA, &limit) == 0 &&
        lowered(&limit, (rlim_t)start->limits.memory_bytes)) {
        (void)setrlimit(RLIMIT_DATA, &limit);
    }
    if (start->command == NULL && start->limits.file_bytes != 0 &&
        getrlimit(RLIMIT_FSIZE, &limit) == 0 && lowered(&limit, (rlim_t)start->limits.file_bytes)) {
        (void)setrlimit(RLIMIT_FSIZE, &limit);
    }
    /* when memory runs out, the kernel should kill a worker and not the supervisor */
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, "800", 3);
        (void)close(fd);
    }
}

/* Makes a process group the foreground of the terminal, also from a background group. */
static void give_terminal(pid_t group)
{
    sigset_t set, before;

    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGTTOU);
    (void)sigprocmask(SIG_BLOCK, &set, &before);
    (void)tcsetpgrp(STDIN_FILENO, group);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
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

/* Moves the descriptors request, reply and capture to their places without overwriting one that is
 * still to be moved. A worker's replies have a descriptor of their own because its driver prints; a
 * command's replies are its standard output. */
static bool place_descriptors(const struct wgc_process_start *start, const int fds[3])
{
    int high[3];

    for (int i = 0; i < 3; i++) {
        high[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, MARK);
        if (high[i] < 0) {
            return false;
        }
    }
    if (start->debugger != NULL) {
        return dup2(high[0], REQUEST_FD) >= 0 && dup2(high[1], REPLY_FD) >= 0;
    }
    const int out = start->command == NULL ? high[2] : high[1];
    return dup2(high[0], STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
           dup2(high[2], STDERR_FILENO) >= 0 &&
           (start->command != NULL || dup2(high[1], REPLY_FD) >= 0);
}

static void execute(const struct wgc_process_start *start, const char *command)
{
    char *const alone[] = {(char *)(uintptr_t)start->program, (char *)(uintptr_t) "--worker", NULL};
    /* with a debugger: the request descriptor, a single digit, is the worker's argument */
    char *const shell[] = {(char *)(uintptr_t) "/bin/sh",     (char *)(uintptr_t) "-c",
                           (char *)(uintptr_t)command,        (char *)(uintptr_t) "sh",
                           (char *)(uintptr_t)start->program, (char *)(uintptr_t) "--worker",
                           (char[]){'0' + REQUEST_FD, '\0'},  NULL};
    static const char text[] = "cannot execute the worker\n";

    (void)execve(command == NULL ? start->program : shell[0], command == NULL ? alone : shell,
                 start->environment);
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
}

/* Without exec, close-on-exec descriptors stay open, and an open pipe end delays the end of its
 * stream. */
static int run_without_exec(const struct wgc_process_start *start)
{
    for (int fd = REPLY_FD + 1; fd < MOST_FDS; fd++) {
        (void)close(fd);
    }
    environ = (char **)(uintptr_t)start->environment;
    return start->run(STDIN_FILENO, REPLY_FD);
}

static _Noreturn void become_worker(const struct wgc_process_start *start, const char *command,
                                    const int fds[3], pid_t parent, bool has_terminal)
{
    (void)setpgid(0, 0);
    if (has_terminal) {
        give_terminal(getpid());
    }
    reset_signals();
    /* if the parent has already exited, no signal will come */
    if (!wgc_system_end_with_parent(SIGKILL) || getppid() != parent ||
        !place_descriptors(start, fds)) {
        _exit(EXIT_CANNOT_START);
    }
    if (start->debugger == NULL) {
        limit_child(start);
    }
    if (start->run != NULL) {
        _exit(run_without_exec(start));
    }
    execute(start, command);
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

static enum wgc_status fork_worker(const struct wgc_process_start *start, const char *command,
                                   struct wgc_process *process, struct wgc_err *err)
{
    int fds[6] = {-1, -1, -1,
                  -1, -1, -1}; /* request read, write; reply read, write; capture read, write */
    const pid_t self = getpid();
    const bool has_terminal =
        start->debugger != NULL && tcgetpgrp(STDIN_FILENO) == getpgrp(); /* a terminal, and ours */
    bool ready = pipe2(fds, O_CLOEXEC) == 0 && pipe2(fds + 2, O_CLOEXEC) == 0 &&
                 pipe2(fds + 4, O_CLOEXEC) == 0 && unblock(fds[1]) && unblock(fds[2]) &&
                 unblock(fds[4]);
    pid_t pid = ready ? fork() : -1;

    if (pid == 0) {
        const int ends[3] = {fds[0], fds[3], fds[5]};
        become_worker(start, command, ends, self, has_terminal);
    }
    if (pid < 0) {
        enum wgc_status status =
            wgc_err_set(err, WGC_ERR_RUN, "cannot start a worker: %s", strerror(errno));
        close_all(fds, 6);
        return status;
    }
    (void)setpgid(pid, pid); /* here too, so that an immediate kill finds the group */
    const int theirs[3] = {fds[0], fds[3], fds[5]};
    close_all(theirs, 3);
    process->pid = pid;
    process->has_terminal = has_terminal;
    process->request_fd = fds[1];
    process->reply_fd = fds[2];
    process->capture_fd = fds[4];
    return WGC_OK;
}

enum wgc_status wgc_process_start(const struct wgc_process_start *start,
                                  struct wgc_process *process, struct wgc_err *err)
{
    struct wgc_buf command = {0};
    enum wgc_status status = WGC_OK;

    *process = (struct wgc_process){.request_fd = -1, .reply_fd = -1, .capture_fd = -1};
    if (start->debugger != NULL) {
        wgc_buf_printf(&command, "%s \"$@\"", start->debugger);
        status = command.failed ? wgc_err_memory(err, "the debugger's command") : WGC_OK;
    } else if (start->command != NULL) {
        wgc_buf_printf(&command, "%s --agent", start->command);
        process->link = wgc_link_create(&start->limits, &process->outbound);
        if (command.failed || process->link == NULL) {
            status = wgc_err_memory(err, "the worker command");
        }
    }
    if (status == WGC_OK) {
        status = fork_worker(start, command.data, process, err);
    }
    wgc_buf_free(&command);
    if (status != WGC_OK) {
        wgc_process_free(process);
    }
    return status;
}

static void limit_cpu(const struct wgc_process *process, double seconds)
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

void wgc_process_allow_cpu(struct wgc_process *process, double seconds)
{
    if (process->link != NULL) {
        wgc_link_allow_cpu(process->link, seconds, &process->outbound);
    } else {
        limit_cpu(process, seconds);
    }
}

static void kill_group(const struct wgc_process *process)
{
    if (process->pid > 0) {
        (void)kill(-process->pid, SIGKILL);
        (void)kill(process->pid, SIGKILL); /* before the child has joined its group */
    }
}

double wgc_process_cpu_seconds(const struct wgc_process *process)
{
    struct timespec used;
    clockid_t clock;

    if (process->pid <= 0 || clock_getcpuclockid(process->pid, &clock) != 0 ||
        clock_gettime(clock, &used) != 0) {
        return -1.0;
    }
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

void wgc_process_kill(struct wgc_process *process)
{
    if (process->link == NULL) {
        kill_group(process);
    } else if (process->kill_at <= 0.0) {
        process->kill_at = wgc_now() + agent_seconds;
        if (process->request_fd >= 0) {
            (void)close(process->request_fd);
            process->request_fd = -1;
        }
    }
}

/* Whether the process has exited; does not reap it. */
static bool has_ended(const struct wgc_process *process, bool wait, siginfo_t *info)
{
    int options = WEXITED | WNOWAIT | (wait ? 0 : WNOHANG);
    int got;

    do {
        got = waitid(P_PID, (id_t)process->pid, info, options);
    } while (got != 0 && errno == EINTR);
    return got != 0 || info->si_pid != 0;
}

bool wgc_process_reap(struct wgc_process *process, bool wait, struct wgc_exit *exit_out)
{
    siginfo_t info = {0};

    if (process->pid == 0) {
        return true;
    }
    while (process->kill_at > 0.0 && !has_ended(process, false, &info)) {
        if (wgc_now() >= process->kill_at) {
            kill_group(process);
            break;
        }
        if (!wait) {
            return false;
        }
        (void)poll(NULL, 0, 1);
    }
    if (!has_ended(process, wait, &info)) {
        return false;
    }
    /* the pid is not reused before the reaping, so the group is ours */
    (void)kill(-process->pid, SIGKILL);
    (void)waitid(P_PID, (id_t)process->pid, &info, WEXITED);
    if (process->has_terminal) {
        give_terminal(getpgrp());
        process->has_terminal = false;
    }
    *exit_out = (struct wgc_exit){.by_signal = info.si_code != CLD_EXITED, .code = info.si_status};
    if (exit_out->by_signal) {
        exit_out->by_cpu_limit = exit_out->code == SIGXCPU;
        signal_name(exit_out->code, exit_out->name);
    }
    process->pid = 0;
    return true;
}

void wgc_process_describe_exit(const struct wgc_exit *exit_of, struct wgc_buf *what)
{
    const char *who =
        exit_of->lost ? "the connection to the worker was lost: its command" : "the worker";

    if (exit_of->by_signal && exit_of->code == SIGKILL) { /* no process does that to itself */
        wgc_buf_printf(what, "%s was killed (%s)", who, exit_of->name);
    } else if (exit_of->by_signal) {
        wgc_buf_printf(what, "%s crashed (%s)", who, exit_of->name);
    } else {
        wgc_buf_printf(what, "%s exited with status %d", who, exit_of->code);
    }
}

void wgc_process_free(struct wgc_process *process)
{
    struct wgc_exit ignored;
    const int fds[3] = {process->request_fd, process->reply_fd, process->capture_fd};

    wgc_process_kill(process);
    (void)wgc_process_reap(process, true, &ignored);
    close_all(fds, 3);
    wgc_buf_free(&process->outbound);
    wgc_buf_free(&process->capture);
    wgc_link_free(process->link);
    *process = (struct wgc_process){.request_fd = -1, .reply_fd = -1, .capture_fd = -1};
}
