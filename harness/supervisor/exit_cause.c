#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/plural.h"
#include "supervisor/state.h"
#include "wire/case_line.h"
#include "wire/crash_line.h"

enum { OUTPUT_LIMIT = 16 * 1024 };
_Static_assert(sizeof((struct wgc_cause *)0)->signal == WGC_EXIT_NAME, "the name is copied");

/* "the worker crashed (SIGSEGV)" */
static void describe_exit(const struct wgc_supervisor *supervisor, const struct wgc_worker *worker,
                          const struct wgc_exit *exit_of, struct wgc_cause *cause,
                          struct wgc_buf *what)
{
    cause->state = WGC_STATE_CRASH;
    if (worker->spun) {
        cause->state = WGC_STATE_TIMEOUT;
        wgc_buf_printf(what, "no answer after %g s of the processors",
                       wgc_waiting_limit(supervisor));
    } else if (worker->timed_out) {
        cause->state = WGC_STATE_TIMEOUT;
        wgc_buf_printf(what, "no answer within %g s",
                       worker->state == WGC_WORKER_OPENING ? supervisor->limits.open_seconds
                                                           : worker->limit);
    } else if (worker->failed) {
        cause->state = WGC_STATE_ERROR;
        wgc_buf_printf(what, "the worker gave up (%s)", worker->error);
    } else if (worker->error != NULL) {
        wgc_buf_printf(what, "the worker sent %s", worker->error);
    } else {
        if (exit_of->by_signal && !exit_of->lost) {
            memcpy(cause->signal, exit_of->name, sizeof cause->signal);
            cause->state = exit_of->by_cpu_limit      ? WGC_STATE_TIMEOUT
                           : exit_of->code == SIGKILL ? WGC_STATE_ERROR
                                                      : WGC_STATE_CRASH;
        }
        wgc_process_describe_exit(exit_of, what);
    }
}

/* A worker that wgconform did not kill: that is no fault of the driver's. */
static bool is_killed_by_others(const struct wgc_worker *worker, const struct wgc_exit *exit_of)
{
    return exit_of->by_signal && !exit_of->lost && exit_of->code == SIGKILL && !worker->timed_out &&
           !worker->failed && worker->error == NULL;
}

static void describe_activity(const struct wgc_worker *worker, struct wgc_buf *what)
{
    if (worker->state == WGC_WORKER_OPENING) {
        wgc_buf_text(what, " while it opened the device");
    } else if (worker->state == WGC_WORKER_IDLE) {
        wgc_buf_text(what, " while it had nothing to do");
    } else if (worker->program != NULL) {
        wgc_buf_printf(what, " while it built a program of %zu kernels",
                       worker->program->check.count);
    } else if (worker->state == WGC_WORKER_CLOSING) {
        wgc_buf_text(what, " while it closed the device");
    } else if (worker->step == WGC_STEP_RUN) {
        wgc_buf_text(what, " while the case ran");
    } else if (worker->step == WGC_STEP_DONE) {
        wgc_buf_printf(what, " after the case had ended (state: %s)",
                       worker->has_pending ? wgc_state_name(worker->pending.state) : "unknown");
    } else if (worker->step == WGC_STEP_BUILD) {
        wgc_buf_printf(what, " while it built %u kernel%s", (unsigned)worker->in_flight,
                       wgc_plural(worker->in_flight));
    } else {
        wgc_buf_text(what, " before it built anything of the batch");
    }
}

/* What the worker printed: where it crashed, and the end of the rest, which is the driver's. */
static bool take_output(const struct wgc_worker *worker, struct wgc_cause *cause)
{
    struct wgc_buf rest = {0}, frames = {0}, output = {0};

    wgc_case_line_remove(wgc_process_output(&worker->process), &output);
    wgc_crash_line_take(wgc_buf_str(&output), &rest, &frames);
    bool whole = !rest.failed && !frames.failed && !output.failed;
    if (whole && rest.size > 0) {
        cause->output =
            strdup(rest.size > OUTPUT_LIMIT ? rest.data + rest.size - OUTPUT_LIMIT : rest.data);
        whole = cause->output != NULL;
    }
    if (whole && frames.size > 0 && cause->signal[0] != '\0') {
        cause->frames = strdup(frames.data);
        whole = cause->frames != NULL;
    }
    wgc_buf_free(&rest);
    wgc_buf_free(&frames);
    wgc_buf_free(&output);
    return whole;
}

enum wgc_status wgc_exit_cause(const struct wgc_supervisor *supervisor,
                               const struct wgc_worker *worker, const struct wgc_exit *exit_of,
                               struct wgc_cause *cause)
{
    struct wgc_buf what = {0};

    *cause = (struct wgc_cause){0};
    describe_exit(supervisor, worker, exit_of, cause, &what);
    describe_activity(worker, &what);
    if (is_killed_by_others(worker, exit_of)) {
        wgc_buf_text(&what,
                     "; not by wgconform: the system kills processes for lack of memory (its "
                     "log has them; -j 1 needs less), or somebody did");
    }
    cause->after_refusal = cause->state == WGC_STATE_CRASH && worker->refused;
    cause->what = what.data;
    if (!take_output(worker, cause) || what.failed) {
        wgc_cause_free(cause);
        return wgc_err_memory(supervisor->err, "the reason of a worker's end");
    }
    return WGC_OK;
}
