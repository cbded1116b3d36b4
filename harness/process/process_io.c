#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "process/link.h"
#include "process/process.h"

enum { READ_SIZE = 64 * 1024 };

enum wgc_status wgc_process_send(struct wgc_process *process, enum wgc_msg type,
                                 const struct wgc_buf *payload, struct wgc_err *err)
{
    struct wgc_buf message = {0};

    wgc_wire_put_u32(&message, (uint32_t)type);
    wgc_wire_put_u32(&message, (uint32_t)payload->size);
    wgc_buf_add(&message, payload->size == 0 ? "" : payload->data, payload->size);
    if (payload->failed || message.failed || payload->size > WGC_WIRE_LIMIT) {
        wgc_buf_free(&message);
        return wgc_err_memory(err, "a message to a worker");
    }
    wgc_process_send_bytes(process, message.data, message.size);
    wgc_buf_free(&message);
    return process->outbound.failed ? wgc_err_memory(err, "a message to a worker") : WGC_OK;
}

void wgc_process_send_bytes(struct wgc_process *process, const void *bytes, size_t size)
{
    if (process->link != NULL) {
        wgc_link_put(process->link, bytes, size, &process->outbound);
    } else {
        wgc_buf_add(&process->outbound, bytes, size);
    }
    wgc_process_flush(process);
}

bool wgc_process_has_unsent(const struct wgc_process *process)
{
    return process->request_fd >= 0 && process->sent < process->outbound.size &&
           (process->link == NULL || wgc_link_is_open(process->link));
}

void wgc_process_flush(struct wgc_process *process)
{
    struct wgc_buf *out = &process->outbound;

    while (wgc_process_has_unsent(process)) {
        ssize_t put =
            write(process->request_fd, out->data + process->sent, out->size - process->sent);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0 && errno == EAGAIN) {
            return;
        }
        if (put < 0) {
            /* the process is exiting; the reader of its replies notices */
            (void)close(process->request_fd);
            process->request_fd = -1;
            return;
        }
        process->sent += (size_t)put;
    }
    if (process->sent == out->size || process->request_fd < 0) {
        out->size = 0; /* append failures surface on the next send */
        process->sent = 0;
    }
}

long wgc_process_read(struct wgc_process *process, struct wgc_wire_reader *reader)
{
    return process->link == NULL ? wgc_wire_fill(reader, process->reply_fd)
                                 : wgc_link_read(process->link, process, reader);
}

bool wgc_process_has_progressed(struct wgc_process *process)
{
    return process->link != NULL && wgc_link_has_progressed(process->link);
}

const struct wgc_err *wgc_process_refusal(const struct wgc_process *process)
{
    return process->link == NULL ? NULL : wgc_link_refusal(process->link);
}

void wgc_process_worker_exit(const struct wgc_process *process, struct wgc_exit *exit_of)
{
    if (process->link != NULL) {
        wgc_link_worker_exit(process->link, exit_of);
    }
}

void wgc_process_drain(struct wgc_process *process)
{
    char bytes[READ_SIZE];

    if (process->capture_fd < 0) {
        return;
    }
    ssize_t got = read(process->capture_fd, bytes, sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (got <= 0) {
        (void)close(process->capture_fd);
        process->capture_fd = -1;
        return;
    }
    wgc_process_capture(process, bytes, (size_t)got);
}

void wgc_process_capture(struct wgc_process *process, const void *bytes, size_t size)
{
    struct wgc_buf *kept = &process->capture;

    process->printed += size;
    wgc_buf_add(kept, bytes, size);
    if (kept->size > (size_t)2 * WGC_CAPTURE_LIMIT) {
        memmove(kept->data, kept->data + kept->size - WGC_CAPTURE_LIMIT, WGC_CAPTURE_LIMIT);
        kept->size = WGC_CAPTURE_LIMIT;
        kept->data[kept->size] = '\0';
    }
}

const char *wgc_process_output(const struct wgc_process *process)
{
    const struct wgc_buf *kept = &process->capture;

    if (kept->data == NULL) {
        return "";
    }
    for (size_t i = 0; i < kept->size; i++) {
        if (kept->data[i] == '\0') {
            kept->data[i] = '?';
        }
    }
    return kept->size <= WGC_CAPTURE_LIMIT ? kept->data
                                           : kept->data + kept->size - WGC_CAPTURE_LIMIT;
}
