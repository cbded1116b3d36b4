/*
 * A worker's process: a process group of its own under limits, with one pipe for requests (its
 * standard input), one for replies (its descriptor 3) and one for its standard output and error, so
 * that a driver's output never reaches the supervisor's. No call blocks.
 *
 * A worker on another machine is reached through a command (ssh, adb shell, an emulator). The
 * process is then that command; its standard input and output carry lines (wire/armor.h) to and
 * from an agent (agent/agent.h), which starts the worker there. Callers use the same functions in
 * both cases.
 */
#ifndef WGC_PROCESS_PROCESS_H
#define WGC_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/system.h"
#include "wire/hello.h"
#include "wire/wire.h"

enum { WGC_CAPTURE_LIMIT = 64 * 1024 };

/* The kernel's limits for a worker; 0: no limit. */
struct wgc_process_limits {
    uint64_t memory_bytes; /* private writable memory (RLIMIT_DATA); address space is not limited,
                              as drivers reserve terabytes of it */
    uint64_t file_bytes;   /* the largest file */
};

/* What to start: program, command or run. */
struct wgc_process_start {
    const char *program;  /* a file, with the one argument --worker */
    const char *debugger; /* for the shell, in front of the program: see wgc_process_start */
    const char *command;  /* for the shell; --agent is appended */
    /* a function that returns the exit status; only for a process without threads */
    int (*run)(int request_fd, int reply_fd);
    char *const *environment;
    struct wgc_process_limits limits; /* with a command: for the agent; 0 is its default */
};

struct wgc_link;

struct wgc_process {
    pid_t pid;      /* 0: none */
    int request_fd; /* ours; -1: closed */
    int reply_fd;
    int capture_fd;
    struct wgc_buf outbound; /* requests; the first sent bytes are written already */
    size_t sent;
    struct wgc_buf capture; /* the end of its output, at most twice WGC_CAPTURE_LIMIT */
    uint64_t printed;       /* bytes of output in total */
    struct wgc_link *link;  /* to the agent; NULL: the process is the worker */
    bool has_terminal;      /* the terminal's foreground is the process's group */
    double kill_at;         /* when a command that should exit is killed; 0: never */
};

/* Three quarters of this machine's memory, at least 4 GiB; 0 (no limit) under a sanitizer. */
uint64_t wgc_process_default_memory(void);

/*
 * Starts the process, which is killed when the calling process exits. WGC_ERR_RUN when it cannot be
 * started; a program that cannot be executed exits with status 127 instead.
 *
 * Behind a debugger ("gdb --args"), the program keeps the standard input, output and error of this
 * process, gets the terminal if this process has it, and reads its requests from descriptor 4 (its
 * second argument). Nothing is captured, and there are no limits.
 */
enum wgc_status wgc_process_start(const struct wgc_process_start *start,
                                  struct wgc_process *process, struct wgc_err *err);

/* Allows the worker so many seconds of CPU time from now on; then it gets SIGXCPU. */
void wgc_process_allow_cpu(struct wgc_process *process, double seconds);

/* Queues a message and writes as much as the pipe accepts. WGC_ERR_MEMORY only; the reader of the
 * replies notices a worker that has exited. */
enum wgc_status wgc_process_send(struct wgc_process *process, enum wgc_msg type,
                                 const struct wgc_buf *payload, struct wgc_err *err);
/* The same for raw bytes for the worker's standard input. */
void wgc_process_send_bytes(struct wgc_process *process, const void *bytes, size_t size);

/* Writes unsent bytes as far as the pipe accepts them. */
void wgc_process_flush(struct wgc_process *process);

/* Whether there are bytes to write; nothing is written to an agent before its HELLO. */
bool wgc_process_has_unsent(const struct wgc_process *process);

/*
 * Reads once and appends the replies to the reader. Returns the number of bytes, 0 at the end, -1
 * with errno. Output that an agent forwards is captured as by wgc_process_drain.
 */
long wgc_process_read(struct wgc_process *process, struct wgc_wire_reader *reader);

/* Whether parts of messages arrived from an agent, or at it, since the last call: a slow link
 * delays whole messages. */
bool wgc_process_has_progressed(struct wgc_process *process);

/* Why this command can never start a worker, or NULL. */
const struct wgc_err *wgc_process_refusal(const struct wgc_process *process);

/* Reads the process's output once and keeps its end. */
void wgc_process_drain(struct wgc_process *process);

/* Appends bytes to the captured output. */
void wgc_process_capture(struct wgc_process *process, const void *bytes, size_t size);

/* The end of the output, NUL-terminated; "" when there is none. */
const char *wgc_process_output(const struct wgc_process *process);

/* The seconds of the processors that the process has used; negative where that is not known. Of a
 * command they are the command's own. */
double wgc_process_cpu_seconds(const struct wgc_process *process);

/*
 * Sends SIGKILL to the process group. Of a command, closes the standard input instead, so that its
 * agent kills the worker and cleans up; kills the command when it does not exit soon after.
 */
void wgc_process_kill(struct wgc_process *process);

/*
 * Whether the process has exited, and how. Then kills the rest of its group and sets pid to 0. With
 * wait, waits for the exit.
 */
bool wgc_process_reap(struct wgc_process *process, bool wait, struct wgc_exit *exit_out);

/* Replaces a command's exit by the worker's exit that its agent reported. Call it after all replies
 * were read; does nothing for a process that is the worker. */
void wgc_process_worker_exit(const struct wgc_process *process, struct wgc_exit *exit_of);

/* Appends a description such as "the worker crashed (SIGSEGV)". */
void wgc_process_describe_exit(const struct wgc_exit *exit_of, struct wgc_buf *what);

/* Kills the process if it runs, reaps it, closes and frees everything. */
void wgc_process_free(struct wgc_process *process);

#endif
