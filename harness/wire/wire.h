/*
 * Messages between the supervisor and its workers: a header of two little-endian 32-bit words
 * (type, payload size), then the payload, a run of fields. A peer may be a driver gone mad, so the
 * reader believes nothing: every field is checked against the payload's end, and a message larger
 * than WGC_WIRE_LIMIT is an error.
 */
#ifndef WGC_WIRE_WIRE_H
#define WGC_WIRE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum { WGC_WIRE_LIMIT = 64 * 1024 * 1024 };

/* Who sends what, with the payload's fields in order. "str" is a u32 length and that many bytes, no
 * NUL inside. */
enum wgc_msg {
    /* supervisor to worker */
    WGC_MSG_CONFIG = 1, /* see protocol.h */
    WGC_MSG_BATCH,      /* u32 batch id, u32 count, count * str case name */
    WGC_MSG_SUITE,      /* see case_data.h: what the cases of the next batch or program need of the
                           suite, for a      worker that was given no folder */
    WGC_MSG_PROGRAM, /* u32 id, u32 count, count * str name of a case with the kernel: to be built
                        as one program; BUILT answers */
    WGC_MSG_QUIT,    /* nothing; the worker tears the device down and exits with 0 */
    /* worker to supervisor */
    WGC_MSG_DEVICE, /* see protocol.h; one for a running worker, one for each device when listing */
    WGC_MSG_LISTED, /* nothing: no more devices follow */
    WGC_MSG_BUILD, /* u32 batch id, u32 kernels, kernels * u32 index of a case with that kernel: the
                      driver's compiler makes a program of them from now on */
    WGC_MSG_REFUSED,   /* u32 batch id, str reason, str build log: the compiler refused the program
                          that BUILD named, which has several kernels; it is built in parts */
    WGC_MSG_BUILT,     /* u32 id of PROGRAM, u32 1 or 0 (refused), str reason, str build log */
    WGC_MSG_START,     /* u32 batch id, u32 index: that case of the batch runs from now on */
    WGC_MSG_RESULT,    /* u32 batch id, u32 index, u32 state, f64 seconds, str reason, str mismatch,
                          str build log */
    WGC_MSG_BATCH_END, /* u32 batch id, f64 seconds in the driver, f64 making data and what is
                          expected, f64 judging, f64 in all */
    WGC_MSG_FAILED,    /* u32 enum wgc_status, str text (never empty): the worker cannot go on */
    WGC_MSG_END,       /* one past the last */
};

/* Fields are appended to a struct wgc_buf. */
void wgc_wire_put_u32(struct wgc_buf *buf, uint32_t value);
void wgc_wire_put_u64(struct wgc_buf *buf, uint64_t value);
void wgc_wire_put_f64(struct wgc_buf *buf, double value);
void wgc_wire_put_str(struct wgc_buf *buf, const char *text); /* NULL is sent as the empty string */

/* Sends one message on a blocking descriptor. WGC_ERR_RUN with the reason when the peer is gone. */
enum wgc_status wgc_wire_send(int fd, enum wgc_msg type, const struct wgc_buf *payload,
                              struct wgc_err *err);

/* A received message, a view into the reader's buffer that is valid until the next call on the
 * reader. */
struct wgc_wire_view {
    uint32_t type;
    const unsigned char *data;
    size_t size;
    size_t at; /* the next field */
};

/* Each takes the next field, or says false (and leaves the view where it was) when the payload ends
 * before it. */
bool wgc_wire_get_u32(struct wgc_wire_view *view, uint32_t *value);
bool wgc_wire_get_u64(struct wgc_wire_view *view, uint64_t *value);
bool wgc_wire_get_f64(struct wgc_wire_view *view, double *value);
/* A copy with a NUL behind it, owned by the caller; false also without memory or with a NUL inside.
 */
bool wgc_wire_get_str(struct wgc_wire_view *view, char **text);
/* Nothing left over? */
bool wgc_wire_at_end(const struct wgc_wire_view *view);

/* Takes bytes as they come, gives whole messages. All zero is an empty reader. */
struct wgc_wire_reader {
    struct wgc_buf buf;
    size_t used; /* bytes at the front that were given out already */
};

enum wgc_wire_next { WGC_WIRE_MESSAGE, WGC_WIRE_MORE, WGC_WIRE_BROKEN };

/* Reads once from fd into the reader. Returns the number of bytes, 0 at the end, -1 on error (errno
 * tells). */
long wgc_wire_fill(struct wgc_wire_reader *reader, int fd);
/* Appends bytes that were had elsewhere (tests). false without memory. */
bool wgc_wire_feed(struct wgc_wire_reader *reader, const void *bytes, size_t size);
/* The next whole message; MORE when it is not all there yet; BROKEN when it cannot be one. */
enum wgc_wire_next wgc_wire_next(struct wgc_wire_reader *reader, struct wgc_wire_view *view);
void wgc_wire_reader_free(struct wgc_wire_reader *reader);

#endif
