/*
 * What is said around the stream of messages when a worker is reached through a command: which
 * wgconform is at the other end, and how the worker ended. The payloads of frames (armor.h), made
 * and read here for both sides.
 */
#ifndef WGC_WIRE_HELLO_H
#define WGC_WIRE_HELLO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/* The payload of HELLO: version, commit and sources (base/version.h) of this program. */
void wgc_hello_put(struct wgc_buf *out);

/*
 * Checks what the other end said: it must be built from the same sources, as the verdicts are made
 * there. An error (WGC_ERR_INPUT) names both.
 */
enum wgc_status wgc_hello_check(const char *payload, size_t size, struct wgc_err *err);

enum { WGC_EXIT_NAME = 32 };

/* How a worker's process ended. */
struct wgc_exit {
    bool by_signal;
    bool by_cpu_limit;        /* the signal says that it used more CPU time than it may */
    bool lost;                /* how it ended is not known: the connection to it broke off */
    int code;                 /* the signal or exception, or the exit status */
    char name[WGC_EXIT_NAME]; /* of the signal or exception: "SIGSEGV" */
};

/* The payload of EXIT. */
void wgc_exit_put(struct wgc_buf *out, const struct wgc_exit *exit_of);
bool wgc_exit_get(const char *payload, size_t size, struct wgc_exit *exit_of);

#endif
