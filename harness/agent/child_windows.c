#include "agent/child.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "agent/parts.h"
#include "process/run_tmpdir.h"

enum { TICK_MS = 100, REST_MS = 300, EXIT_FAILED = 3 };
static const DWORD over_cpu_code = 0xC0000044; /* STATUS_QUOTA_EXCEEDED */
static const DWORD exception_bit = 0x80000000; /* of exception codes, not of exit statuses */

struct wgc_child {
    HANDLE out;                             /* to the supervisor */
    struct wgc_pipe_reader requests;        /* from the supervisor */
    struct wgc_pipe_reader replies, output; /* of the worker */
    struct wgc_pipe_writer to_worker;
    struct wgc_windows_process worker;
    struct wgc_run_tmpdir tmpdir;
    double cpu_seconds; /* the worker's limit in total; 0: none */
    bool exited;
    struct wgc_exit exit_of; /* of an exited worker */
};

static bool is_alive(const struct wgc_child *child)
{
    return child->worker.process != NULL && !child->exited;
}

/* Windows runs the handler of Ctrl-C in a thread of its own. */
static HANDLE interrupted;

static BOOL WINAPI note_interrupt(DWORD kind)
{
    (void)kind;
    return SetEvent(interrupted);
}

bool wgc_child_is_worker(int argc, char **argv, int (*worker)(int request_fd, int reply_fd),
                         int *status)
{
    if (argc != 3 || strcmp(argv[1], "--worker") != 0) {
        return false;
    }
    int reply = _open_osfhandle((intptr_t)strtoull(argv[2], NULL, 10), _O_BINARY);
    *status = EXIT_FAILED;
    if (reply >= 0 && _setmode(0, _O_BINARY) >= 0) {
        /* a crash ends the process without a dialog */
        (void)SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
        *status = worker(0, reply);
    }
    return true;
}

/* Moves a standard handle to one that no child inherits; the standard stream becomes NUL. */
static HANDLE acquire_stream(DWORD which, FILE *stream, const char *mode)
{
    HANDLE self = GetCurrentProcess();
    HANDLE own = NULL;

    if (!DuplicateHandle(self, GetStdHandle(which), self, &own, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
        return NULL;
    }
    return freopen("NUL", mode, stream) != NULL ? own : NULL;
}

struct wgc_child *wgc_child_create(int (*worker)(int request_fd, int reply_fd))
{
    struct wgc_child *child = calloc(1, sizeof *child);

    (void)worker; /* main runs the worker in the new process */
    if (child == NULL) {
        return NULL;
    }
    child->tmpdir.lock = -1;
    interrupted = CreateEventA(NULL, TRUE, FALSE, NULL);
    HANDLE in = acquire_stream(STD_INPUT_HANDLE, stdin, "r");
    child->out = acquire_stream(STD_OUTPUT_HANDLE, stdout, "w");
    if (interrupted == NULL || in == NULL || child->out == NULL ||
        !SetConsoleCtrlHandler(note_interrupt, TRUE) ||
        !wgc_pipe_reader_start(&child->requests, in)) {
        free(child);
        return NULL;
    }
    return child;
}

static void close_ends(const struct wgc_windows_ends *ends)
{
    const HANDLE all[] = {ends->request, ends->reply, ends->output};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i] != NULL) {
            (void)CloseHandle(all[i]);
        }
    }
}

/* Creates a pipe whose one end the worker inherits. */
static bool make_pipe(HANDLE *read_end, HANDLE *write_end, HANDLE *inherited)
{
    return CreatePipe(read_end, write_end, NULL, WGC_PIPE_BYTES) &&
           SetHandleInformation(*inherited, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

static bool make_pipes(struct wgc_child *child, struct wgc_windows_ends *ends)
{
    HANDLE ours;

    return make_pipe(&ends->request, &ours, &ends->request) &&
           wgc_pipe_writer_start(&child->to_worker, ours) &&
           make_pipe(&ours, &ends->reply, &ends->reply) &&
           wgc_pipe_reader_start(&child->replies, ours) &&
           make_pipe(&ours, &ends->output, &ends->output) &&
           wgc_pipe_reader_start(&child->output, ours);
}

static enum wgc_status start_process(struct wgc_child *child, const char *folder,
                                     uint64_t memory_bytes, struct wgc_err *err)
{
    struct wgc_windows_ends ends = {0};
    enum wgc_status status = WGC_OK;

    if (make_pipes(child, &ends)) {
        status = wgc_windows_start(folder, memory_bytes, &ends, &child->worker, err);
    } else {
        status =
            wgc_err_set(err, WGC_ERR_RUN, "cannot make a pipe: Windows error %lu", GetLastError());
    }
    close_ends(&ends);
    return status;
}

enum wgc_status wgc_child_start(struct wgc_child *child, uint64_t memory_bytes, uint64_t file_bytes,
                                struct wgc_err *err)
{
    enum wgc_status status = wgc_run_tmpdir_open(&child->tmpdir, err);

    (void)file_bytes; /* Windows has no limit of this kind */
    if (status != WGC_OK) {
        return status;
    }
    char *folder = wgc_run_tmpdir_add(&child->tmpdir, err);
    if (folder == NULL) {
        return err->status;
    }
    status = start_process(child, folder, memory_bytes, err);
    free(folder);
    return status;
}

bool wgc_child_send(struct wgc_child *child, const void *bytes, size_t size)
{
    return wgc_pipe_writer_send(&child->to_worker, bytes, size);
}

static double cpu_seconds_of(HANDLE process)
{
    FILETIME created, exited, kernel, user;

    if (!GetProcessTimes(process, &created, &exited, &kernel, &user)) {
        return 0.0;
    }
    const uint64_t ticks = ((uint64_t)kernel.dwHighDateTime << 32 | kernel.dwLowDateTime) +
                           ((uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime);
    return (double)ticks * 1e-7;
}

void wgc_child_allow_cpu(struct wgc_child *child, double seconds)
{
    if (is_alive(child)) {
        child->cpu_seconds = cpu_seconds_of(child->worker.process) + seconds + 1.0;
    }
}

bool wgc_child_reply(struct wgc_child *child, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        const DWORD piece = size < WGC_PIPE_BYTES ? (DWORD)size : WGC_PIPE_BYTES;
        DWORD put = 0;
        if (!WriteFile(child->out, at, piece, &put, NULL)) {
            return false;
        }
        at += put;
        size -= put;
    }
    return true;
}

/* Terminates a worker past its CPU time. A job's own limit counts user time only. */
static void check_cpu(const struct wgc_child *child)
{
    if (is_alive(child) && child->cpu_seconds > 0.0 &&
        cpu_seconds_of(child->worker.process) > child->cpu_seconds) {
        (void)TerminateJobObject(child->worker.job, over_cpu_code);
    }
}

/* Records how the process exited and terminates its descendants. */
static void note_end(struct wgc_child *child)
{
    DWORD code = EXIT_FAILED;

    (void)GetExitCodeProcess(child->worker.process, &code);
    (void)TerminateJobObject(child->worker.job, EXIT_FAILED);
    child->exited = true;
    child->exit_of = (struct wgc_exit){
        .by_signal = (code & exception_bit) != 0,
        .by_cpu_limit = code == over_cpu_code,
        .code = (int)code,
    };
    if (child->exit_of.by_signal) {
        (void)snprintf(child->exit_of.name, sizeof child->exit_of.name, "0x%08lX", code);
    }
}

/* The objects to wait for. The worker's streams come before its exit, so that no byte is lost. */
struct waiting {
    HANDLE handle[5];
    struct wgc_pipe_reader *reader[5]; /* NULL: no stream */
    enum wgc_child_event event[5];
    DWORD count;
};

static void add(struct waiting *waiting, HANDLE handle, struct wgc_pipe_reader *reader,
                enum wgc_child_event event)
{
    if (reader == NULL || (reader->thread != NULL && !reader->ended)) {
        waiting->handle[waiting->count] = handle;
        waiting->reader[waiting->count] = reader;
        waiting->event[waiting->count++] = event;
    }
}

enum wgc_child_event wgc_child_wait(struct wgc_child *child, char *buffer, size_t capacity,
                                    size_t *size, struct wgc_exit *exit_of)
{
    for (;;) {
        struct waiting waiting = {0};
        add(&waiting, interrupted, NULL, WGC_CHILD_CLOSED);
        add(&waiting, child->requests.full, &child->requests, WGC_CHILD_REQUESTS);
        add(&waiting, child->output.full, &child->output, WGC_CHILD_OUTPUT);
        add(&waiting, child->replies.full, &child->replies, WGC_CHILD_REPLIES);
        if (is_alive(child)) {
            add(&waiting, child->worker.process, NULL, WGC_CHILD_ENDED);
        }
        /* does not wait for streams held by a process that the worker left behind */
        const bool rest = child->exited && child->output.ended && child->replies.ended;
        const DWORD got = WaitForMultipleObjects(waiting.count, waiting.handle, FALSE,
                                                 rest            ? 0
                                                 : child->exited ? REST_MS
                                                                 : TICK_MS);
        check_cpu(child);
        if (got == WAIT_TIMEOUT && child->exited) {
            *exit_of = child->exit_of;
            return WGC_CHILD_ENDED;
        }
        if (got >= waiting.count) {
            continue;
        }
        struct wgc_pipe_reader *reader = waiting.reader[got];
        if (waiting.event[got] == WGC_CHILD_CLOSED) {
            return WGC_CHILD_CLOSED;
        }
        if (reader == NULL) {
            note_end(child);
            continue;
        }
        *size = wgc_pipe_reader_take(reader, buffer, capacity);
        if (*size > 0) {
            return waiting.event[got];
        }
        if (reader == &child->requests) {
            return WGC_CHILD_CLOSED;
        }
    }
}

void wgc_child_stop(struct wgc_child *child)
{
    if (child->worker.process != NULL) {
        (void)TerminateJobObject(child->worker.job, EXIT_FAILED);
        (void)WaitForSingleObject(child->worker.process, INFINITE);
        (void)CloseHandle(child->worker.process);
    }
    if (child->worker.job != NULL) {
        (void)CloseHandle(child->worker.job);
    }
    wgc_pipe_writer_stop(&child->to_worker);
    wgc_run_tmpdir_close(&child->tmpdir);
    child->worker = (struct wgc_windows_process){0};
}

void wgc_child_free(struct wgc_child *child)
{
    wgc_child_stop(child);
    (void)CloseHandle(child->out);
    const bool stopped = wgc_pipe_reader_stop(&child->replies);
    const bool quiet = wgc_pipe_reader_stop(&child->output);
    if (wgc_pipe_reader_stop(&child->requests) && stopped && quiet) {
        free(child);
    } /* otherwise a thread still reads into it, and the process exits now */
}
