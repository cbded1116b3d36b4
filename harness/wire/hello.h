/*
 * The frames around the stream of messages of a worker command: the version of the other end, and
 * how the worker exited. Payloads of frames (armor.h), written and read here for both sides.
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
 * Checks the version of the other end: it must be built from the same sources, as it makes the
 * verdicts. This also keeps the messages compatible. An error (WGC_ERR_INPUT) names both.
 */
enum wgc_status wgc_hello_check(const char *payload, size_t size, struct wgc_err *err);

enum { WGC_EXIT_NAME = 32 };

/* How a worker's process exited. */
struct wgc_exit {
    bool by_signal;
    bool by_cpu_limit;        /* the signal means that the CPU time was used up */
    bool lost;                /* unknown: the connection broke off */
    int code;                 /* the signal or exception, or the exit status */
    char name[WGC_EXIT_NAME]; /* of the signal or exception: "SIGSEGV" */
};

/* The payload of EXIT. */
void wgc_exit_put(struct wgc_buf *out, const struct wgc_exit *exit_of);
bool wgc_exit_get(const char *payload, size_t size, struct wgc_exit *exit_of);

#endif
