#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/system.h"
#include "supervisor/incident.h"
#include "process/environment.h"
#include "process/process.h"
#include "process/run_tmpdir.h"
#include "supervisor/supervisor.h"
#include "wire/crash_line.h"

enum { ATTEMPTS = 2, POLL_MS = 20 };
static const double shut_down_seconds = 2.0;

/* A worker that lists devices. */
struct listing {
    struct wgc_process process;
    struct wgc_wire_reader reader;
    struct wgc_device_list *list;
    double timeout;
    const char *command; /* worker_command */
    bool listed;         /* LISTED was received */
    bool broken;         /* a reply was malformed or out of place */
    bool timed_out;
    enum wgc_status failed; /* the status of FAILED, or WGC_OK */
};

void wgc_device_list_free(struct wgc_device_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        wgc_device_info_free(&list->item[i]);
    }
    free(list->item);
    free(list->notes);
    *list = (struct wgc_device_list){0};
}

static enum wgc_status add_device(struct listing *listing, struct wgc_wire_view *view,
                                  struct wgc_err *err)
{
    struct wgc_device_list *list = listing->list;
    struct wgc_device_info info;

    if (!wgc_device_info_get(view, &info)) {
        listing->broken = true;
        return WGC_OK;
    }
    struct wgc_device_info *grown = wgc_array_grow(list->item, list->count, sizeof *grown);
    if (grown == NULL) {
        wgc_device_info_free(&info);
        return wgc_err_memory(err, "the list of devices");
    }
    list->item = grown;
    grown[list->count++] = info;
    return WGC_OK;
}

static enum wgc_status on_failed(struct listing *listing, struct wgc_wire_view *view,
                                 struct wgc_err *err)
{
    uint32_t status;
    char *text = NULL;

    if (wgc_wire_get_u32(view, &status) && status != WGC_OK && status <= WGC_ERR_MEMORY &&
        wgc_wire_get_str(view, &text) && text[0] != '\0') {
        listing->failed = wgc_err_set(err, (enum wgc_status)status, "%s", text);
    } else {
        listing->broken = true;
    }
    free(text);
    return listing->failed;
}

static enum wgc_status handle_messages(struct listing *listing, struct wgc_err *err)
{
    struct wgc_wire_view view;
    enum wgc_wire_next next = WGC_WIRE_MORE;
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && !listing->broken && !listing->listed &&
           (next = wgc_wire_next(&listing->reader, &view)) == WGC_WIRE_MESSAGE) {
        if (view.type == WGC_MSG_DEVICE) {
            status = add_device(listing, &view, err);
        } else if (view.type == WGC_MSG_LISTED) {
            listing->listed = wgc_wire_get_str(&view, &listing->list->notes);
            listing->broken = !listing->listed;
        } else if (view.type == WGC_MSG_FAILED) {
            status = on_failed(listing, &view, err);
        } else {
            listing->broken = true;
        }
    }
    listing->broken = listing->broken || next == WGC_WIRE_BROKEN;
    return status;
}

/* Reads once; false at the end of the replies. */
static bool read_replies(struct listing *listing)
{
    long got = wgc_process_read(&listing->process, &listing->reader);

    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

static enum wgc_status read_devices(struct listing *listing, struct wgc_err *err)
{
    double deadline = wgc_now() + listing->timeout;
    enum wgc_status status = WGC_OK;
    bool open = true;

    while (status == WGC_OK && open && !listing->listed && !listing->broken) {
        struct pollfd polled[2] = {{.fd = listing->process.reply_fd, .events = POLLIN},
                                   {.fd = listing->process.capture_fd, .events = POLLIN}};
        (void)poll(polled, 2, POLL_MS);
        wgc_process_flush(&listing->process);
        wgc_process_drain(&listing->process);
        open = read_replies(listing);
        status = handle_messages(listing, err);
        if (wgc_now() > deadline && !listing->listed) {
            listing->timed_out = true;
            return status;
        }
    }
    return status;
}

static enum wgc_status start(struct listing *listing, const char *program, const char *folder,
                             struct wgc_err *err)
{
    const struct wgc_worker_config config = {
        .mode = WGC_WORKER_LIST, .device = -1, .suite_folder = ""};
    char **environment = listing->command == NULL ? wgc_environment_make(folder) : NULL;
    struct wgc_buf payload = {0};

    if (listing->command == NULL && environment == NULL) {
        return wgc_err_memory(err, "a worker's environment");
    }
    const struct wgc_process_start process = {
        .program = program,
        .command = listing->command,
        .environment = environment == NULL ? environ : environment,
    };
    enum wgc_status status = wgc_process_start(&process, &listing->process, err);
    if (environment != NULL) {
        wgc_environment_free(environment);
    }
    if (status == WGC_OK) {
        wgc_worker_config_put(&payload, &config);
        status = wgc_process_send(&listing->process, WGC_MSG_CONFIG, &payload, err);
        wgc_buf_free(&payload);
    }
    return status;
}

/* Describes why the worker did not reach LISTED. */
static enum wgc_status describe_failure(struct listing *listing, struct wgc_err *err)
{
    const struct wgc_err *refusal = wgc_process_refusal(&listing->process);
    struct wgc_exit exit_of = {0};
    struct wgc_buf output = {0}, frames = {0};
    struct wgc_cause cause = {0};
    struct wgc_result result = {0};
    struct wgc_buf what = {0};

    if (refusal != NULL) {
        listing->failed = wgc_err_set(err, refusal->status, "%s", refusal->text);
        return listing->failed;
    }
    if (listing->broken || listing->timed_out) {
        wgc_process_kill(&listing->process);
    }
    (void)wgc_process_reap(&listing->process, true, &exit_of);
    wgc_process_worker_exit(&listing->process, &exit_of);
    wgc_process_drain(&listing->process);
    wgc_crash_line_take(wgc_process_output(&listing->process), &output, &frames);
    if (listing->timed_out) {
        wgc_buf_printf(&what, "no answer within %g s", listing->timeout);
    } else if (listing->broken) {
        wgc_buf_text(&what, "the worker sent bytes that are no message");
    } else {
        wgc_process_describe_exit(&exit_of, &what);
    }
    cause.what = what.data;
    cause.output = output.data;
    enum wgc_status status =
        what.failed || output.failed ||
                !wgc_cause_result(&cause, " while it listed the devices", &result)
            ? wgc_err_memory(err, "the reason of a worker's end")
            : wgc_err_set(err, WGC_ERR_DEVICE, "%s", result.reason);
    wgc_result_free(&result);
    wgc_buf_free(&output);
    wgc_buf_free(&frames);
    wgc_buf_free(&what);
    return status;
}

/* Gives the worker a short time to close its devices. */
static void shut_down(struct wgc_process *process)
{
    struct wgc_exit ignored;
    double until = wgc_now() + shut_down_seconds;

    (void)close(process->request_fd);
    process->request_fd = -1;
    while (!wgc_process_reap(process, false, &ignored) && wgc_now() < until) {
        wgc_process_drain(process);
        (void)poll(NULL, 0, 1);
    }
    wgc_process_free(process);
}

static enum wgc_status list_once(const char *program, struct listing listing,
                                 struct wgc_run_tmpdir *tmpdir, bool *again, struct wgc_err *err)
{
    struct wgc_device_list *list = listing.list;
    char *folder = wgc_run_tmpdir_add(tmpdir, err);

    *again = false;
    if (folder == NULL) {
        return err->status;
    }
    *list = (struct wgc_device_list){0};
    enum wgc_status status = start(&listing, program, folder, err);
    if (status == WGC_OK) {
        status = read_devices(&listing, err);
        if (status == WGC_OK && !listing.listed) {
            status = describe_failure(&listing, err);
        }
        shut_down(&listing.process);
    }
    wgc_wire_reader_free(&listing.reader);
    wgc_run_tmpdir_remove(folder);
    free(folder);
    if (status != WGC_OK) {
        wgc_device_list_free(list);
    }
    /* an error that the worker reported is final; a driver that crashed may work the next time */
    *again = status == WGC_ERR_DEVICE && listing.failed == WGC_OK;
    return status;
}

enum wgc_status wgc_supervisor_list(const char *program, const char *worker_command, double timeout,
                                    struct wgc_device_list *list, struct wgc_err *err)
{
    const struct listing listing = {.list = list, .timeout = timeout, .command = worker_command};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before;
    struct wgc_run_tmpdir tmpdir;
    enum wgc_status status = wgc_run_tmpdir_open(&tmpdir, err);

    *list = (struct wgc_device_list){0};
    if (status != WGC_OK) {
        return status;
    }
    (void)sigaction(SIGPIPE, &ignore, &before);
    bool again = true;
    for (int i = 0; i < ATTEMPTS && again; i++) {
        status = list_once(program, listing, &tmpdir, &again, err);
    }
    (void)sigaction(SIGPIPE, &before, NULL);
    wgc_run_tmpdir_close(&tmpdir);
    return status;
}
