/*
 * A worker's process: started in a process group of its own under limits, with a pipe for requests
 * (its standard input), one for replies (its descriptor 3) and one that takes its standard output
 * and error, so that a driver's prints never reach ours. Nothing here blocks.
 */
#ifndef WGC_SUPERVISOR_PROCESS_H
#define WGC_SUPERVISOR_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

enum { WGC_CAPTURE_LIMIT = 64 * 1024 };

/* What the kernel allows a worker; 0: no limit. */
struct wgc_process_limits {
    uint64_t memory_bytes; /* private writable memory (RLIMIT_DATA): address space is not limited,
                              drivers reserve it by the terabyte */
    uint64_t file_bytes;   /* the largest file */
};

struct wgc_process {
    pid_t pid;      /* 0: none */
    int request_fd; /* ours; -1: closed */
    int reply_fd;
    int capture_fd;
    struct wgc_buf capture; /* the end of what it printed, at most twice WGC_CAPTURE_LIMIT */
    uint64_t printed;       /* bytes in all */
};

/* How a process ended. */
struct wgc_exit {
    bool by_signal;
    int code; /* the signal, or the exit status */
};

/* Seconds on the monotonic clock. */
double wgc_now(void);

/*
 * Starts program with the one argument --worker and the environment given. The process dies with
 * the calling one. WGC_ERR_RUN when it cannot be started (a program that cannot be executed ends
 * with status 127 instead).
 */
enum wgc_status wgc_process_start(const char *program, char *const *environment,
                                  const struct wgc_process_limits *limits,
                                  struct wgc_process *process, struct wgc_err *err);

/* Lets the process use so many seconds of CPU time from now on; past them it gets SIGXCPU. */
void wgc_process_allow_cpu(const struct wgc_process *process, double seconds);

/* Reads once what it printed and keeps the end of it. */
void wgc_process_drain(struct wgc_process *process);

/* The end of what it printed, NUL-terminated; "" when it printed nothing. */
const char *wgc_process_output(const struct wgc_process *process);

/* SIGKILL to the whole process group. */
void wgc_process_kill(const struct wgc_process *process);

/*
 * Says whether the process has ended, and how; then whatever it left behind in its group is killed
 * and pid is 0. With wait set it waits for the end.
 */
bool wgc_process_reap(struct wgc_process *process, bool wait, struct wgc_exit *exit_out);

/* Kills what still runs, waits for it, closes and frees everything. */
void wgc_process_free(struct wgc_process *process);

/* "SIGSEGV"; "signal 42" where there is no name. */
void wgc_signal_name(int number, char name[32]);

#endif
