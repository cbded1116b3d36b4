#include "agent/agent.h"

#include <stdlib.h>

#include "agent/child.h"
#include "wire/armor.h"
#include "wire/wire.h"

enum { PIECE = 64 * 1024, EXIT_FAILED = 3 };

struct agent {
    struct wgc_child *child;
    struct wgc_armor_reader reader;
    struct wgc_armor_writer writer;
    struct wgc_buf lines;
    bool started;
};

static bool send_frame(struct agent *agent, enum wgc_frame_kind kind, const void *bytes,
                       size_t size)
{
    wgc_buf_clear(&agent->lines);
    wgc_armor_put(&agent->writer, kind, bytes, size, &agent->lines);
    return !agent->lines.failed &&
           wgc_child_reply(agent->child, agent->lines.data, agent->lines.size);
}

static bool send_hello(struct agent *agent)
{
    struct wgc_buf payload = {0};

    wgc_hello_put(&payload);
    bool sent = !payload.failed && send_frame(agent, WGC_FRAME_HELLO, payload.data, payload.size);
    wgc_buf_free(&payload);
    return sent;
}

static bool send_exit(struct agent *agent, const struct wgc_exit *exit_of)
{
    struct wgc_buf payload = {0};

    wgc_exit_put(&payload, exit_of);
    bool sent = !payload.failed && send_frame(agent, WGC_FRAME_EXIT, payload.data, payload.size);
    wgc_buf_free(&payload);
    return sent;
}

/* Reports a worker that could not start: the reason as output, then an exit. */
static bool report_not_started(struct agent *agent, const struct wgc_err *err)
{
    const struct wgc_exit exit_of = {.code = EXIT_FAILED};
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "%s\n", err->text);
    if (!text.failed) {
        (void)send_frame(agent, WGC_FRAME_OUTPUT, text.data, text.size);
    }
    wgc_buf_free(&text);
    (void)send_exit(agent, &exit_of);
    return false;
}

static bool start(struct agent *agent, struct wgc_wire_view *fields)
{
    uint64_t memory_bytes, file_bytes;
    struct wgc_err err;

    if (agent->started || !wgc_wire_get_u64(fields, &memory_bytes) ||
        !wgc_wire_get_u64(fields, &file_bytes)) {
        return false;
    }
    agent->started = true;
    return wgc_child_start(agent->child, memory_bytes, file_bytes, &err) == WGC_OK ||
           report_not_started(agent, &err);
}

/* Handles a frame of the supervisor; false when it is malformed or out of place. */
static bool handle_frame(struct agent *agent, const struct wgc_frame *frame, bool *received)
{
    struct wgc_wire_view fields = {.data = (const unsigned char *)frame->data, .size = frame->size};
    double seconds;

    if (frame->kind == WGC_FRAME_START) {
        return start(agent, &fields);
    }
    if (frame->kind == WGC_FRAME_DATA && agent->started) {
        *received = true;
        return wgc_child_send(agent->child, frame->data, frame->size);
    }
    if (frame->kind == WGC_FRAME_CPU && agent->started && wgc_wire_get_f64(&fields, &seconds)) {
        wgc_child_allow_cpu(agent->child, seconds);
        return true;
    }
    return false;
}

static bool read_requests(struct agent *agent, const char *bytes, size_t size)
{
    struct wgc_frame frame;
    enum wgc_armor_next next;
    bool received = false;
    bool good = wgc_armor_feed(&agent->reader, bytes, size);

    while (good && (next = wgc_armor_next(&agent->reader, &frame)) != WGC_ARMOR_MORE) {
        /* noise, such as a terminal's newline, is ignored */
        good = next == WGC_ARMOR_NOISE ||
               (next == WGC_ARMOR_FRAME && handle_frame(agent, &frame, &received));
    }
    return good && (!received || send_frame(agent, WGC_FRAME_RECEIVED, "", 0));
}

/* Handles one event; false after the last one. */
static bool step(struct agent *agent, char *buffer, bool *reported)
{
    struct wgc_exit exit_of;
    size_t size = 0;

    switch (wgc_child_wait(agent->child, buffer, PIECE, &size, &exit_of)) {
    case WGC_CHILD_REQUESTS:
        return read_requests(agent, buffer, size);
    case WGC_CHILD_REPLIES:
        return send_frame(agent, WGC_FRAME_DATA, buffer, size);
    case WGC_CHILD_OUTPUT:
        return send_frame(agent, WGC_FRAME_OUTPUT, buffer, size);
    case WGC_CHILD_ENDED:
        /* EXIT comes last: the supervisor may kill the command after it */
        wgc_child_stop(agent->child);
        *reported = send_exit(agent, &exit_of);
        return false;
    case WGC_CHILD_CLOSED:
        break;
    }
    return false;
}

int wgc_agent_main(int (*worker)(int request_fd, int reply_fd))
{
    struct agent agent = {
        .child = wgc_child_create(worker),
        .reader.side = WGC_ARMOR_TO_WORKER,
        .writer.side = WGC_ARMOR_FROM_WORKER,
    };
    char *buffer = malloc(PIECE);
    bool reported = false;

    if (agent.child != NULL && buffer != NULL) {
        bool more = send_hello(&agent);
        while (more) {
            more = step(&agent, buffer, &reported);
        }
    }
    if (agent.child != NULL) {
        wgc_child_free(agent.child);
    }
    wgc_armor_reader_free(&agent.reader);
    wgc_buf_free(&agent.lines);
    free(buffer);
    return reported ? 0 : EXIT_FAILED;
}
