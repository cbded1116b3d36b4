/*
 * Frames as lines of printable text, for a worker that is reached through a command (ssh, adb
 * shell, an emulator): the stream may not carry every byte, may turn LF into CR LF, may echo
 * what is sent, and may have other text in it (a banner, a shell's prompt, messages of the command
 * itself). A line is
 *
 *   ~wgc1 SIDE KIND SEQUENCE : BASE64 : CHECKSUM ; LF       without the spaces
 *
 * and at most WGC_ARMOR_LINE bytes long. SIDE is '>' to the worker and '<' from it. SEQUENCE counts
 * the lines of a side from 0, CHECKSUM is the CRC-32 of the text between "~wgc1" and it, both
 * are eight hexadecimal digits. A reader takes what has no mark as text of others, ignores lines of
 * its own side (an echo), and reports a line that was damaged, lost or repeated. Pure.
 */
#ifndef WGC_WIRE_ARMOR_H
#define WGC_WIRE_ARMOR_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { WGC_ARMOR_LINE = 1024, WGC_ARMOR_BYTES = 720 /* of payload in a line */ };

enum wgc_armor_side { WGC_ARMOR_TO_WORKER = '>', WGC_ARMOR_FROM_WORKER = '<' };

/* "Fields" are defined in wire.h. */
enum wgc_frame_kind {
    /* from the worker's side */
    WGC_FRAME_HELLO = 'H',    /* first: the fields of HELLO (hello.h) */
    WGC_FRAME_OUTPUT = 'O',   /* the driver's output */
    WGC_FRAME_RECEIVED = 'R', /* no payload; bytes of DATA were forwarded since the last one */
    WGC_FRAME_EXIT = 'X',     /* last: how the worker exited, see hello.h */
    /* from the supervisor */
    WGC_FRAME_START = 'S', /* starts the worker: u64 bytes of memory, u64 bytes of a file */
    WGC_FRAME_CPU = 'C',   /* f64 seconds of CPU time allowed from now on */
    /* both */
    WGC_FRAME_DATA = 'D', /* a part of the stream of messages (wire.h) */
};

struct wgc_armor_writer {
    enum wgc_armor_side side;
    uint32_t next;
};

/* Appends the lines of a frame: as many as size needs, at least one. */
void wgc_armor_put(struct wgc_armor_writer *writer, enum wgc_frame_kind kind, const void *bytes,
                   size_t size, struct wgc_buf *out);

struct wgc_armor_reader {
    enum wgc_armor_side side; /* the side whose lines it reads */
    struct wgc_buf buf;
    size_t used;
    uint32_t next;
    struct wgc_buf payload;
};

enum wgc_armor_next {
    WGC_ARMOR_FRAME,
    WGC_ARMOR_NOISE,  /* foreign text, a line or a part of one */
    WGC_ARMOR_MORE,   /* no complete line is left */
    WGC_ARMOR_BROKEN, /* a line was damaged, or some were lost */
};

/* Valid until the next call on the reader. */
struct wgc_frame {
    enum wgc_frame_kind kind; /* only for a frame */
    const char *data;
    size_t size;
};

/* Appends received bytes; false without memory. */
bool wgc_armor_feed(struct wgc_armor_reader *reader, const void *bytes, size_t size);
/* Returns the next item. For BROKEN *frame is the line. */
enum wgc_armor_next wgc_armor_next(struct wgc_armor_reader *reader, struct wgc_frame *frame);
/* At the stream's end: the rest, a line without its end. */
void wgc_armor_rest(struct wgc_armor_reader *reader, struct wgc_frame *frame);
void wgc_armor_reader_free(struct wgc_armor_reader *reader);

#endif
