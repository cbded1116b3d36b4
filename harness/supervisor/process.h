/*
 * A worker's process: started in a process group of its own under limits, with a pipe for requests
 * (its standard input), one for replies (its descriptor 3) and one that takes its standard output
 * and error, so that a driver's prints never reach ours. Nothing here blocks.
 *
 * A worker on another machine is reached through a command (ssh, adb shell, an emulator). Then the
 * process is that command, its standard input and output carry lines (wire/armor.h) to and from an
 * agent (agent/agent.h), which starts the worker there. What is sent and read through the functions
 * below is the same in both cases.
 */
#ifndef WGC_SUPERVISOR_PROCESS_H
#define WGC_SUPERVISOR_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "wire/hello.h"
#include "wire/wire.h"

enum { WGC_CAPTURE_LIMIT = 64 * 1024 };

/* What the kernel allows a worker; 0: no limit. */
struct wgc_process_limits {
    uint64_t memory_bytes; /* private writable memory (RLIMIT_DATA): address space is not limited,
                              drivers reserve it by the terabyte */
    uint64_t file_bytes;   /* the largest file */
};

/* What to start: one of the first three. */
struct wgc_process_start {
    const char *program; /* a file, with the one argument --worker */
    const char *command; /* for the shell, with --agent put behind it */
    /* a function, whose result is the exit status; only for a process without threads */
    int (*run)(int request_fd, int reply_fd);
    char *const *environment;
    struct wgc_process_limits limits; /* with a command: what the agent is told; 0 is its default */
};

struct wgc_link;

struct wgc_process {
    pid_t pid;      /* 0: none */
    int request_fd; /* ours; -1: closed */
    int reply_fd;
    int capture_fd;
    struct wgc_buf outbound; /* requests, of which sent bytes are on their way */
    size_t sent;
    struct wgc_buf capture; /* the end of what it printed, at most twice WGC_CAPTURE_LIMIT */
    uint64_t printed;       /* bytes in all */
    struct wgc_link *link;  /* to the agent; NULL: the process is the worker */
    double kill_at;         /* of a command that is to end; 0: it is not */
};

/* Seconds on the monotonic clock. */
double wgc_now(void);

/* Three quarters of this machine's memory, at least 4 GiB; 0 (no limit) under a sanitizer. */
uint64_t wgc_process_usual_memory(void);

/*
 * Starts it. The process dies with the calling one. WGC_ERR_RUN when it cannot be started (a
 * program that cannot be executed ends with status 127 instead).
 */
enum wgc_status wgc_process_start(const struct wgc_process_start *start,
                                  struct wgc_process *process, struct wgc_err *err);

/* Lets the worker use so many seconds of CPU time from now on; past them it gets SIGXCPU. */
void wgc_process_allow_cpu(struct wgc_process *process, double seconds);

/* Sends a message as far as its pipe takes it. WGC_ERR_MEMORY only; a worker that is gone is
 * noticed where its replies are read. */
enum wgc_status wgc_process_send(struct wgc_process *process, enum wgc_msg type,
                                 const struct wgc_buf *payload, struct wgc_err *err);
/* The same for bytes that are to go to the worker's standard input. */
void wgc_process_send_bytes(struct wgc_process *process, const void *bytes, size_t size);

/* Writes what is unsent and its pipe takes. */
void wgc_process_flush(struct wgc_process *process);

/* Whether there is something to write; an agent is sent nothing before it has said hello. */
bool wgc_process_has_unsent(const struct wgc_process *process);

/*
 * Reads once, and gives the replies in it to the reader. Returns the bytes that came, 0 at the end,
 * -1 with errno. What an agent passes on of the worker's output goes where wgc_process_drain puts
 * the output of a process.
 */
long wgc_process_read(struct wgc_process *process, struct wgc_wire_reader *reader);

/* Whether since the last call parts of messages came from an agent, or it said that such came to
 * it: over a slow link they take their time. */
bool wgc_process_has_moved(struct wgc_process *process);

/* Why there will be no worker through this command however often it is tried, or NULL. */
const struct wgc_err *wgc_process_refusal(const struct wgc_process *process);

/* Reads once what it printed and keeps the end of it. */
void wgc_process_drain(struct wgc_process *process);

/* Keeps bytes as output of it. */
void wgc_process_capture(struct wgc_process *process, const void *bytes, size_t size);

/* The end of what it printed, NUL-terminated; "" when it printed nothing. */
const char *wgc_process_output(const struct wgc_process *process);

/*
 * SIGKILL to the whole process group. A command has its standard input closed, so that its agent
 * kills the worker and leaves nothing behind; it is killed itself when it has not ended soon after.
 */
void wgc_process_kill(struct wgc_process *process);

/*
 * Says whether the process has ended, and how; then whatever it left behind in its group is killed
 * and pid is 0. With wait set it waits for the end.
 */
bool wgc_process_reap(struct wgc_process *process, bool wait, struct wgc_exit *exit_out);

/* Makes of a command's end the worker's end, as far as the agent told it. Called when all replies
 * were read; does nothing for a process that is the worker. */
void wgc_process_worker_exit(const struct wgc_process *process, struct wgc_exit *exit_of);

/* Appends "the worker crashed (SIGSEGV)", or what else it was. */
void wgc_process_describe_exit(const struct wgc_exit *exit_of, struct wgc_buf *what);

/* Kills what still runs, waits for it, closes and frees everything. */
void wgc_process_free(struct wgc_process *process);

/* "SIGSEGV"; "signal 42" where there is no name. */
void wgc_signal_name(int number, char name[WGC_EXIT_NAME]);

#endif
