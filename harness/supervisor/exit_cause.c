#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/plural.h"
#include "supervisor/crew.h"

enum { OUTPUT_LIMIT = 16 * 1024 };
_Static_assert(sizeof((struct wgc_cause *)0)->signal == WGC_EXIT_NAME, "the name is copied");

/* "the worker crashed (SIGSEGV)" */
static void tell_end(const struct wgc_run *run, const struct wgc_member *member,
                     const struct wgc_exit *exit_of, struct wgc_cause *cause, struct wgc_buf *what)
{
    cause->state = WGC_STATE_CRASH;
    if (member->timed_out) {
        cause->state = WGC_STATE_TIMEOUT;
        wgc_buf_printf(what, "no answer within %g s",
                       member->duty == WGC_DUTY_OPENING ? run->limits.open_seconds : member->limit);
    } else if (member->gave_up) {
        cause->state = WGC_STATE_ERROR;
        wgc_buf_printf(what, "the worker gave up (%s)", member->complaint);
    } else if (member->complaint != NULL) {
        wgc_buf_printf(what, "the worker sent %s", member->complaint);
    } else {
        if (exit_of->by_signal && !exit_of->lost) {
            memcpy(cause->signal, exit_of->name, sizeof cause->signal);
            cause->state = exit_of->by_cpu_limit ? WGC_STATE_TIMEOUT : WGC_STATE_CRASH;
        }
        wgc_process_describe_exit(exit_of, what);
    }
}

static void tell_occasion(const struct wgc_member *member, struct wgc_buf *what)
{
    if (member->duty == WGC_DUTY_OPENING) {
        wgc_buf_text(what, " while it opened the device");
    } else if (member->duty == WGC_DUTY_IDLE) {
        wgc_buf_text(what, " while it had nothing to do");
    } else if (member->program != NULL) {
        wgc_buf_printf(what, " while it built a program of %zu kernels",
                       member->program->check.count);
    } else if (member->duty == WGC_DUTY_LEAVING) {
        wgc_buf_text(what, " while it closed the device");
    } else if (member->phase == WGC_PHASE_CASE) {
        wgc_buf_text(what, " while the case ran");
    } else if (member->phase == WGC_PHASE_BETWEEN) {
        wgc_buf_printf(what, " after the case had ended (state: %s)",
                       member->holds ? wgc_state_name(member->held.state) : "unknown");
    } else if (member->phase == WGC_PHASE_BUILD) {
        wgc_buf_printf(what, " while it built %u kernel%s", (unsigned)member->built,
                       wgc_plural(member->built));
    } else {
        wgc_buf_text(what, " before it built anything of the batch");
    }
}

enum wgc_status wgc_exit_cause(const struct wgc_run *run, const struct wgc_member *member,
                               const struct wgc_exit *exit_of, struct wgc_cause *cause)
{
    const char *output = wgc_process_output(&member->process);
    size_t length = strlen(output);
    struct wgc_buf what = {0};

    *cause = (struct wgc_cause){0};
    tell_end(run, member, exit_of, cause, &what);
    tell_occasion(member, &what);
    cause->what = what.data;
    if (length > 0) {
        cause->output = strdup(length > OUTPUT_LIMIT ? output + length - OUTPUT_LIMIT : output);
    }
    if (what.failed || (length > 0 && cause->output == NULL)) {
        wgc_cause_free(cause);
        return wgc_err_memory(run->err, "the reason of a worker's end");
    }
    return WGC_OK;
}
