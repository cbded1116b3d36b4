/*
 * The system interface of an agent: the streams to and from the supervisor, and the worker's
 * process. child_posix.c is for Unix, child_windows.c for Windows.
 *
 * Windows: an exception code as the exit status counts as a signal (struct wgc_exit) named by the
 * code, such as "0xC0000005".
 */
#ifndef WGC_AGENT_CHILD_H
#define WGC_AGENT_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "wire/hello.h"

struct wgc_child;

/* What happened. */
enum wgc_child_event {
    WGC_CHILD_REQUESTS, /* bytes came from the supervisor */
    WGC_CHILD_REPLIES,  /* bytes came from the worker */
    WGC_CHILD_OUTPUT,   /* bytes that its driver printed */
    WGC_CHILD_ENDED,    /* the worker has exited, and all its bytes were delivered */
    WGC_CHILD_CLOSED,   /* the supervisor has closed its stream */
};

/*
 * Windows cannot fork, so that wgc_child_start runs this program again with arguments of its own.
 * main calls this function first. True when argv has these arguments: the worker has then run, and
 * *status is its exit status. Always false on Unix.
 */
bool wgc_child_is_worker(int argc, char **argv, int (*worker)(int request_fd, int reply_fd),
                         int *status);

/* Acquires the standard input and output: nothing that this process prints later reaches them. NULL
 * on failure. */
struct wgc_child *wgc_child_create(int (*worker)(int request_fd, int reply_fd));

/* Starts the worker with these limits (0: this machine's default). */
enum wgc_status wgc_child_start(struct wgc_child *child, uint64_t memory_bytes, uint64_t file_bytes,
                                struct wgc_err *err);
/* Sends bytes to the worker's standard input; false without memory. Does not wait for it. */
bool wgc_child_send(struct wgc_child *child, const void *bytes, size_t size);
/* Lets the worker use so many seconds of CPU time from now on, where the system can limit that. */
void wgc_child_allow_cpu(struct wgc_child *child, double seconds);

/* Sends bytes to the supervisor and waits until they are written; false when the supervisor has
 * gone. */
bool wgc_child_reply(struct wgc_child *child, const void *bytes, size_t size);

/* Waits for an event. Stores up to capacity bytes in buffer and their number in *size; fills
 * *exit_of for ENDED. */
enum wgc_child_event wgc_child_wait(struct wgc_child *child, char *buffer, size_t capacity,
                                    size_t *size, struct wgc_exit *exit_of);

/* Kills the worker, if it is alive, and removes what it left in temporary folders. */
void wgc_child_stop(struct wgc_child *child);
void wgc_child_free(struct wgc_child *child);

#endif
