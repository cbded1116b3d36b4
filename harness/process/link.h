/* The supervisor's end of a worker command: lines to and from the agent at its other end. For
 * process.c only; all others call process.h. */
#ifndef WGC_PROCESS_LINK_H
#define WGC_PROCESS_LINK_H

#include "process/process.h"

struct wgc_link;

/* Appends START to out. NULL without memory; freed with wgc_link_free. */
struct wgc_link *wgc_link_create(const struct wgc_process_limits *limits, struct wgc_buf *out);
void wgc_link_free(struct wgc_link *link);

/* Appends the lines that carry these bytes of the stream of requests. */
void wgc_link_put(struct wgc_link *link, const void *bytes, size_t size, struct wgc_buf *out);
void wgc_link_allow_cpu(struct wgc_link *link, double seconds, struct wgc_buf *out);

/* Whether the agent has sent HELLO and has the same version. */
bool wgc_link_is_open(const struct wgc_link *link);

/* See wgc_process_read. Reports the end after the agent's last line or a broken one, and kills the
 * command, which might continue otherwise. */
long wgc_link_read(struct wgc_link *link, struct wgc_process *process,
                   struct wgc_wire_reader *reader);

bool wgc_link_has_progressed(struct wgc_link *link);
const struct wgc_err *wgc_link_refusal(const struct wgc_link *link);
void wgc_link_worker_exit(const struct wgc_link *link, struct wgc_exit *exit_of);

#endif
