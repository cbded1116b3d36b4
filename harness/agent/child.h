/*
 * What an agent needs of its system: the streams to and from the supervisor, and the worker's
 * process. child_posix.c is for Unix, child_windows.c for Windows.
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
    WGC_CHILD_ENDED,    /* the worker has ended, and all bytes of it were given out */
    WGC_CHILD_CLOSED,   /* the supervisor is gone */
};

/* Takes over the standard input and output: nothing that this process prints from now on gets into
 * them. NULL when that is impossible. */
struct wgc_child *wgc_child_create(int (*worker)(int request_fd, int reply_fd));

/* Starts the worker, with these limits (0: this machine's default). */
enum wgc_status wgc_child_start(struct wgc_child *child, uint64_t memory_bytes, uint64_t file_bytes,
                                struct wgc_err *err);
/* Sends bytes to the worker's standard input; false without memory. Does not wait for it. */
bool wgc_child_send(struct wgc_child *child, const void *bytes, size_t size);
/* Lets the worker use so many seconds of CPU time from now on, where the system can limit that. */
void wgc_child_allow_cpu(struct wgc_child *child, double seconds);

/* Sends bytes to the supervisor, and waits until they are gone; false when it is gone. */
bool wgc_child_reply(struct wgc_child *child, const void *bytes, size_t size);

/* Waits until something happens. Bytes, at most capacity of them, go into buffer, their number into
 * *size; *exit_of is filled in for ENDED. */
enum wgc_child_event wgc_child_wait(struct wgc_child *child, char *buffer, size_t capacity,
                                    size_t *size, struct wgc_exit *exit_of);

/* Kills the worker, if it is alive, and removes what it left in temporary folders. */
void wgc_child_stop(struct wgc_child *child);
void wgc_child_free(struct wgc_child *child);

#endif
