/* What the files of the agent for Windows share. */
#ifndef WGC_AGENT_PARTS_H
#define WGC_AGENT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <windows.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/* ---- pipe_windows.c ----
 * Pipes for the agent on Windows, which cannot wait for several pipes at once: one thread reads
 * each stream and signals an event when there are bytes, and one thread writes the queued bytes.
 */

enum { WGC_PIPE_BYTES = 64 * 1024 };

/* All zero: none. */
struct wgc_pipe_reader {
    HANDLE stream, thread;
    HANDLE full;  /* an event: bytes are available, or the stream has ended */
    HANDLE empty; /* an event: the thread may read again */
    char bytes[WGC_PIPE_BYTES];
    size_t size, given;
    bool ended, closed;
};

/* Starts to read the stream and takes ownership of it. False when Windows refuses a thread. *reader
 * must not move before wgc_pipe_reader_stop. */
bool wgc_pipe_reader_start(struct wgc_pipe_reader *reader, HANDLE stream);

/* After full was signalled: moves up to capacity bytes into buffer and returns their number. 0: the
 * stream has ended, and reader->ended is set. */
size_t wgc_pipe_reader_take(struct wgc_pipe_reader *reader, char *buffer, size_t capacity);

/* Closes everything. False when the thread is in a read that cannot be cancelled; *reader must then
 * stay until the process exits. */
bool wgc_pipe_reader_stop(struct wgc_pipe_reader *reader);

/* All zero: none. */
struct wgc_pipe_writer {
    HANDLE stream, thread;
    CRITICAL_SECTION lock;
    CONDITION_VARIABLE more;
    struct wgc_buf queued;
    bool closed;
};

/* The same for a writer. */
bool wgc_pipe_writer_start(struct wgc_pipe_writer *writer, HANDLE stream);

/* Queues bytes without waiting for the stream's reader. False without memory. */
bool wgc_pipe_writer_send(struct wgc_pipe_writer *writer, const void *bytes, size_t size);

/* Discards the queued bytes and closes everything. Call it when nobody reads the stream any more,
 * so that no write blocks. */
void wgc_pipe_writer_stop(struct wgc_pipe_writer *writer);

/* ---- process_windows.c: The worker's process: this program again, in a job of its own. ---- */

/* The worker's ends of its pipes; the worker inherits these handles only. */
struct wgc_windows_ends {
    HANDLE request, reply, output;
};

/* All zero: none. */
struct wgc_windows_process {
    HANDLE process;
    /* terminates the worker and its children when it is closed or the agent exits */
    HANDLE job;
};

/*
 * Starts the worker with the arguments that wgc_child_is_worker knows and with its temporary folder
 * in the environment. memory_bytes limits the memory of the job; 0: three quarters of this
 * machine's, at least 4 GiB. The caller closes the handles of *made, also after an error.
 */
enum wgc_status wgc_windows_start(const char *folder, uint64_t memory_bytes,
                                  struct wgc_windows_ends *ends, struct wgc_windows_process *made,
                                  struct wgc_err *err);

#endif
