#include "process/link.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wire/armor.h"

enum { READ_SIZE = 64 * 1024 };

struct wgc_link {
    struct wgc_armor_writer writer;
    struct wgc_armor_reader reader;
    bool has_hello;
    bool progressed;
    bool broken;   /* a line was damaged */
    bool has_exit; /* EXIT was received */
    struct wgc_exit exit_of;
    struct wgc_err refusal; /* status WGC_OK: none */
};

struct wgc_link *wgc_link_create(const struct wgc_process_limits *limits, struct wgc_buf *out)
{
    struct wgc_link *link = calloc(1, sizeof *link);
    struct wgc_buf payload = {0};

    if (link == NULL) {
        return NULL;
    }
    link->writer.side = WGC_ARMOR_TO_WORKER;
    link->reader.side = WGC_ARMOR_FROM_WORKER;
    wgc_wire_put_u64(&payload, limits->memory_bytes);
    wgc_wire_put_u64(&payload, limits->file_bytes);
    wgc_armor_put(&link->writer, WGC_FRAME_START, payload.data, payload.size, out);
    out->failed = out->failed || payload.failed;
    wgc_buf_free(&payload);
    return link;
}

void wgc_link_free(struct wgc_link *link)
{
    if (link != NULL) {
        wgc_armor_reader_free(&link->reader);
        free(link);
    }
}

void wgc_link_put(struct wgc_link *link, const void *bytes, size_t size, struct wgc_buf *out)
{
    wgc_armor_put(&link->writer, WGC_FRAME_DATA, bytes, size, out);
}

void wgc_link_allow_cpu(struct wgc_link *link, double seconds, struct wgc_buf *out)
{
    struct wgc_buf payload = {0};

    wgc_wire_put_f64(&payload, seconds);
    if (!payload.failed) {
        wgc_armor_put(&link->writer, WGC_FRAME_CPU, payload.data, payload.size, out);
    }
    wgc_buf_free(&payload);
}

bool wgc_link_is_open(const struct wgc_link *link)
{
    return link->has_hello && link->refusal.status == WGC_OK;
}

/* Handles a frame; false after the last one. */
static bool handle_frame(struct wgc_link *link, struct wgc_process *process,
                         const struct wgc_frame *frame, struct wgc_wire_reader *reader)
{
    if (frame->kind == WGC_FRAME_HELLO && !link->has_hello) {
        link->has_hello = true;
        return wgc_hello_check(frame->data, frame->size, &link->refusal) == WGC_OK;
    }
    if (link->has_hello && frame->kind == WGC_FRAME_DATA) {
        link->broken = !wgc_wire_feed(reader, frame->data, frame->size);
        link->progressed = true;
    } else if (link->has_hello && frame->kind == WGC_FRAME_OUTPUT) {
        wgc_process_capture(process, frame->data, frame->size);
    } else if (link->has_hello && frame->kind == WGC_FRAME_RECEIVED) {
        link->progressed = true;
    } else if (link->has_hello && frame->kind == WGC_FRAME_EXIT) {
        link->has_exit = wgc_exit_get(frame->data, frame->size, &link->exit_of);
        link->broken = !link->has_exit;
    } else {
        link->broken = true;
    }
    return !link->broken && !link->has_exit;
}

static bool handle_lines(struct wgc_link *link, struct wgc_process *process,
                         struct wgc_wire_reader *reader)
{
    struct wgc_frame frame;
    enum wgc_armor_next next;
    bool go_on = true;

    while (go_on && (next = wgc_armor_next(&link->reader, &frame)) != WGC_ARMOR_MORE) {
        if (next == WGC_ARMOR_FRAME) {
            go_on = handle_frame(link, process, &frame, reader);
            continue;
        }
        wgc_process_capture(process, frame.data, frame.size);
        link->broken = next == WGC_ARMOR_BROKEN;
        go_on = !link->broken;
    }
    return go_on;
}

long wgc_link_read(struct wgc_link *link, struct wgc_process *process,
                   struct wgc_wire_reader *reader)
{
    char bytes[READ_SIZE];
    struct wgc_frame rest;

    ssize_t got = read(process->reply_fd, bytes, sizeof bytes);
    if (got > 0) {
        if (!wgc_armor_feed(&link->reader, bytes, (size_t)got)) {
            errno = ENOMEM;
            return -1;
        }
        if (handle_lines(link, process, reader)) {
            return (long)got;
        }
        wgc_process_kill(process);
        return 0;
    }
    if (got == 0) {
        wgc_armor_rest(&link->reader, &rest);
        wgc_process_capture(process, rest.data, rest.size);
    }
    return (long)got;
}

bool wgc_link_has_progressed(struct wgc_link *link)
{
    bool progressed = link->progressed;

    link->progressed = false;
    return progressed;
}

const struct wgc_err *wgc_link_refusal(const struct wgc_link *link)
{
    return link->refusal.status == WGC_OK ? NULL : &link->refusal;
}

void wgc_link_worker_exit(const struct wgc_link *link, struct wgc_exit *exit_of)
{
    if (link->has_exit) {
        *exit_of = link->exit_of;
    } else {
        exit_of->lost = true;
    }
}
