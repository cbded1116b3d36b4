#include "worker/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cl_error.h"
#include "device/library.h"
#include "explore/interpret.h"
#include "explore/print.h"

/* Precedes a program in a packed file, on a line of its own. */
static const char marker[] = "//@";

bool wgc_job_is_program(const struct wgc_job *job)
{
    return job->signature->kind == WGC_KIND_PROGRAM;
}

void wgc_program_job_free(struct wgc_program_job *job)
{
    if (job != NULL) {
        wgc_program_free(&job->program);
        wgc_buf_free(&job->kernel);
        free(job);
    }
}

static bool read_program(const struct wgc_job *job, struct wgc_program *program,
                         struct wgc_outcome *outcome)
{
    const char *text = job->text;
    size_t size = job->size;
    struct wgc_err err;

    if (size > sizeof marker && memcmp(text, marker, sizeof marker - 1) == 0) {
        const char *end = memchr(text, '\n', size);
        size_t length = end == NULL ? size : (size_t)(end - text) + 1;
        text += length;
        size -= length;
    }
    enum wgc_status status = wgc_program_read(job->signature->function, text, size, program, &err);
    if (status == WGC_OK) {
        status = wgc_program_check(program, &err);
    }
    if (status != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
    }
    return status == WGC_OK;
}

static void set_shape(struct wgc_program_job *made)
{
    const struct wgc_program *program = &made->program;

    (void)snprintf(made->name, sizeof made->name, "%" PRIu32 "x%" PRIu32 "x%" PRIu32,
                   program->local[0] % 10000, program->local[1] % 10000, program->local[2] % 10000);
    made->shape = (struct wgc_shape){
        .name = made->name,
        .rank = program->dimensions,
        .side = {program->local[0], program->local[1], program->local[2]},
    };
}

bool wgc_program_job_make(struct wgc_session *session, struct wgc_job *job,
                          struct wgc_outcome *outcome)
{
    struct wgc_program_job *made = calloc(1, sizeof *made);
    const struct wgc_print_options options = {
        .kernel = job->kernel->entry,
        .emulated = session->config.impl == WGC_IMPL_EMULATED,
    };

    job->program = made;
    if (made == NULL) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
        return false;
    }
    if (!read_program(job, &made->program, outcome)) {
        return false;
    }
    set_shape(made);
    wgc_program_print(&made->program, &options, &made->kernel);
    if (made->kernel.failed) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
        return false;
    }
    job->shape = &made->shape;
    job->text = made->kernel.data;
    job->size = made->kernel.size;
    return true;
}

static void run(struct wgc_session *session, const struct wgc_program *program,
                const struct wgc_run_kernel *kernel, struct wgc_program_words *words,
                struct wgc_outcome *outcome)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DATA);
    const char *call = "";

    if (!wgc_program_words_make(program, words)) {
        (void)wgc_watch_enter(&session->watch, before);
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
        return;
    }
    (void)wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    int code = wgc_program_launch(&session->device, program, kernel->kernel, words, &call);
    if (code != CL_SUCCESS) {
        wgc_run_refuse_call(session, call, code, outcome);
    } else {
        (void)wgc_watch_enter(&session->watch, WGC_TIME_JUDGE);
        wgc_program_judge(program, words, outcome);
    }
    (void)wgc_watch_enter(&session->watch, before);
}

void wgc_program_job_run(struct wgc_session *session, const struct wgc_job *job,
                         const struct wgc_run_kernel *kernel, struct wgc_outcome *outcome)
{
    struct wgc_program_words words = {0};
    const struct wgc_program *program = &job->program->program;
    const size_t items = (size_t)program->local[0] * program->local[1] * program->local[2];

    if (kernel->work_group_size < items) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "CL_KERNEL_WORK_GROUP_SIZE is %zu, the local size has %zu work-items",
                        kernel->work_group_size, items);
        return;
    }
    if (kernel->local_memory >
        wgc_property_number(&session->device.properties, WGC_DEVICE_LOCAL_MEM_SIZE)) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "the device has less local memory than %" PRIu64
                        " bytes (CL_DEVICE_LOCAL_MEM_SIZE)",
                        kernel->local_memory);
        return;
    }
    run(session, program, kernel, &words, outcome);
    wgc_program_words_free(&words);
}
