#include "agent/parts.h"

enum { CANCEL_MS = 200 };

static void close_handle(HANDLE *handle)
{
    if (*handle != NULL) {
        (void)CloseHandle(*handle);
        *handle = NULL;
    }
}

static DWORD WINAPI read_stream(void *argument)
{
    struct wgc_pipe_reader *reader = argument;
    DWORD got = 1;

    while (got > 0 && WaitForSingleObject(reader->empty, INFINITE) == WAIT_OBJECT_0 &&
           !reader->closed) {
        if (!ReadFile(reader->stream, reader->bytes, sizeof reader->bytes, &got, NULL)) {
            got = 0; /* the writer closed the stream */
        }
        reader->size = got;
        (void)SetEvent(reader->full);
    }
    return 0;
}

bool wgc_pipe_reader_start(struct wgc_pipe_reader *reader, HANDLE stream)
{
    reader->stream = stream;
    reader->full = CreateEventA(NULL, FALSE, FALSE, NULL);
    reader->empty = CreateEventA(NULL, FALSE, TRUE, NULL);
    if (reader->full != NULL && reader->empty != NULL) {
        reader->thread = CreateThread(NULL, 0, read_stream, reader, 0, NULL);
    }
    return reader->thread != NULL;
}

size_t wgc_pipe_reader_take(struct wgc_pipe_reader *reader, char *buffer, size_t capacity)
{
    size_t left = reader->size - reader->given;
    size_t size = left < capacity ? left : capacity;

    if (left == 0) {
        reader->ended = true;
        return 0;
    }
    memcpy(buffer, reader->bytes + reader->given, size);
    reader->given += size;
    if (size < left) {
        (void)SetEvent(reader->full); /* bytes are left */
    } else {
        reader->given = 0;
        (void)SetEvent(reader->empty);
    }
    return size;
}

bool wgc_pipe_reader_stop(struct wgc_pipe_reader *reader)
{
    if (reader->thread != NULL) {
        reader->closed = true;
        (void)SetEvent(reader->empty);
        (void)CancelSynchronousIo(reader->thread);
        if (WaitForSingleObject(reader->thread, CANCEL_MS) != WAIT_OBJECT_0) {
            return false;
        }
    }
    close_handle(&reader->thread);
    close_handle(&reader->full);
    close_handle(&reader->empty);
    close_handle(&reader->stream);
    return true;
}

/* Waits for bytes and dequeues all. False when the writer is closed. */
static bool take_queued(struct wgc_pipe_writer *writer, struct wgc_buf *bytes)
{
    EnterCriticalSection(&writer->lock);
    while (!writer->closed && writer->queued.size == 0) {
        (void)SleepConditionVariableCS(&writer->more, &writer->lock, INFINITE);
    }
    const bool open = !writer->closed;
    *bytes = writer->queued;
    writer->queued = (struct wgc_buf){0};
    LeaveCriticalSection(&writer->lock);
    return open;
}

static bool write_whole(HANDLE stream, const char *at, size_t size)
{
    while (size > 0) {
        const DWORD piece = size < WGC_PIPE_BYTES ? (DWORD)size : WGC_PIPE_BYTES;
        DWORD put = 0;
        if (!WriteFile(stream, at, piece, &put, NULL)) {
            return false;
        }
        at += put;
        size -= put;
    }
    return true;
}

static DWORD WINAPI write_stream(void *argument)
{
    struct wgc_pipe_writer *writer = argument;
    struct wgc_buf bytes;
    bool written = true;

    while (take_queued(writer, &bytes)) {
        /* bytes after a failed write are discarded: the worker has exited */
        written = written && write_whole(writer->stream, bytes.data, bytes.size);
        wgc_buf_free(&bytes);
    }
    wgc_buf_free(&bytes);
    return 0;
}

bool wgc_pipe_writer_start(struct wgc_pipe_writer *writer, HANDLE stream)
{
    InitializeCriticalSection(&writer->lock);
    InitializeConditionVariable(&writer->more);
    writer->stream = stream;
    writer->thread = CreateThread(NULL, 0, write_stream, writer, 0, NULL);
    return writer->thread != NULL;
}

bool wgc_pipe_writer_send(struct wgc_pipe_writer *writer, const void *bytes, size_t size)
{
    EnterCriticalSection(&writer->lock);
    wgc_buf_add(&writer->queued, bytes, size);
    const bool queued = !writer->queued.failed;
    WakeConditionVariable(&writer->more);
    LeaveCriticalSection(&writer->lock);
    return queued;
}

void wgc_pipe_writer_stop(struct wgc_pipe_writer *writer)
{
    if (writer->stream == NULL) {
        return;
    }
    EnterCriticalSection(&writer->lock);
    writer->closed = true;
    WakeConditionVariable(&writer->more);
    LeaveCriticalSection(&writer->lock);
    if (writer->thread != NULL) {
        (void)CancelSynchronousIo(writer->thread);
        (void)WaitForSingleObject(writer->thread, INFINITE);
    }
    close_handle(&writer->thread);
    close_handle(&writer->stream);
    DeleteCriticalSection(&writer->lock);
    wgc_buf_free(&writer->queued);
    *writer = (struct wgc_pipe_writer){0};
}
