/*
 * Messages between the supervisor and its workers: a header of two little-endian 32-bit words
 * (type, payload size), then the payload, a sequence of fields. A driver may corrupt its worker, so
 * the reader trusts nothing: it checks every field against the payload's end, and a message larger
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

/* What a worker is doing with the cases in flight. IN_FLIGHT has BUILD and RUN only. */
enum wgc_step {
    WGC_STEP_NONE,  /* nothing yet: the batch was sent */
    WGC_STEP_BUILD, /* builds one program of the kernels of the cases */
    WGC_STEP_RUN,   /* runs the case */
    WGC_STEP_DONE,  /* has sent the case's result */
};

/*
 * The messages of each side, with the fields of the payload in order. "str" is a u32 length and
 * that many bytes without NUL. An index is the place of a case in the batch. Both sides are built
 * from the same sources (hello.h), so that the messages have no version of their own.
 */
enum wgc_msg {
    /* supervisor to worker */
    WGC_MSG_CONFIG = 1, /* see protocol.h */
    WGC_MSG_SUITE,      /* see case_data.h: the suite data of the next batch's cases, for a worker
                           without      the suite's folder */
    WGC_MSG_BATCH, /* u32 batch id, u32 1 to build the kernels as one program and run nothing, else
                      0, u32 count, count * (u32 signature, u32 form, u32 shape): the numbers of
                      cases in the manifest */
    WGC_MSG_QUIT,  /* nothing; the worker closes the device and exits with 0 */
    /* worker to supervisor */
    WGC_MSG_DEVICE,    /* see protocol.h; one for a running worker, one for each device in a list */
    WGC_MSG_LISTED,    /* str notes: the last device was sent; a line for each driver or device that
                          cannot be used */
    WGC_MSG_IN_FLIGHT, /* u32 batch id, u32 enum wgc_step, u32 count, count * u32 index: from now on
                          the worker builds the kernels of these cases (one index for each kernel),
                          or runs this case */
    WGC_MSG_REFUSED, /* u32 batch id, str reason, str build log: the compiler refused the program of
                        several kernels in flight, or that of a batch that is only built */
    WGC_MSG_RESULT,  /* u32 batch id, u32 index, u32 state, f64 seconds, u32 the most work-items
                        of a sub-group or 0, about.h, str reason, str mismatch, str build log */
    WGC_MSG_BATCH_END, /* u32 batch id, f64 seconds in the driver, f64 making and evaluating data,
                          f64 judging, f64 in total */
    WGC_MSG_FAILED,    /* u32 enum wgc_status, str text (never empty): the worker cannot continue */
    WGC_MSG_END,       /* one past the last */
};

/* Fields are appended to a struct wgc_buf. */
void wgc_wire_put_u32(struct wgc_buf *buf, uint32_t value);
void wgc_wire_put_u64(struct wgc_buf *buf, uint64_t value);
void wgc_wire_put_f64(struct wgc_buf *buf, double value);
void wgc_wire_put_str(struct wgc_buf *buf, const char *text); /* NULL is sent as the empty string */

/* Sends one message on a blocking descriptor. WGC_ERR_RUN with the reason when the peer has gone.
 */
enum wgc_status wgc_wire_send(int fd, enum wgc_msg type, const struct wgc_buf *payload,
                              struct wgc_err *err);

/* A received message: a view into the reader's buffer, valid until the next call on the reader. */
struct wgc_wire_view {
    uint32_t type;
    const unsigned char *data;
    size_t size;
    size_t at; /* the next field */
};

/* Each reads the next field, or returns false (and does not advance) when the payload ends before
 * it. */
bool wgc_wire_get_u32(struct wgc_wire_view *view, uint32_t *value);
bool wgc_wire_get_u64(struct wgc_wire_view *view, uint64_t *value);
bool wgc_wire_get_f64(struct wgc_wire_view *view, double *value);
/* A copy with a NUL after it, owned by the caller; false also without memory or with a NUL inside.
 */
bool wgc_wire_get_str(struct wgc_wire_view *view, char **text);
/* Whether all fields were read. */
bool wgc_wire_at_end(const struct wgc_wire_view *view);

/* Splits a stream of bytes into messages. All zero is an empty reader. */
struct wgc_wire_reader {
    struct wgc_buf buf;
    size_t used; /* bytes at the front that were returned already */
};

enum wgc_wire_next { WGC_WIRE_MESSAGE, WGC_WIRE_MORE, WGC_WIRE_BROKEN };

/* Reads once from fd into the reader. Returns the number of bytes, 0 at the end, -1 with errno. */
long wgc_wire_fill(struct wgc_wire_reader *reader, int fd);
/* Appends bytes from elsewhere. false without memory. */
bool wgc_wire_feed(struct wgc_wire_reader *reader, const void *bytes, size_t size);
/* Returns the next complete message; MORE when it is incomplete; BROKEN when it cannot be one. */
enum wgc_wire_next wgc_wire_next(struct wgc_wire_reader *reader, struct wgc_wire_view *view);
void wgc_wire_reader_free(struct wgc_wire_reader *reader);

#endif
