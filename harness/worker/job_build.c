#include "worker/parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "suite/spirv.h"

size_t wgc_jobs_kernels(const struct wgc_job *job, size_t count)
{
    size_t kernels = count > 0;

    for (size_t i = 1; i < count; i++) {
        kernels += !wgc_jobs_share_kernel(&job[i - 1], &job[i]);
    }
    return kernels;
}

/* The options of --build-option. */
static const char *own_options(const struct wgc_session *session)
{
    return wgc_or_empty(session->config.build_options);
}

static enum wgc_status find_prelude(struct wgc_session *session, const char **text, size_t *size,
                                    struct wgc_err *err)
{
    const struct wgc_buf *prelude;

    if (session->manifest == NULL) {
        *text = session->cases->prelude.data;
        *size = session->cases->prelude.size;
        return WGC_OK;
    }
    enum wgc_status status =
        wgc_sources_get(&session->sources, session->manifest->prelude, &prelude, err);
    if (status == WGC_OK) {
        *text = prelude->data;
        *size = prelude->size;
    }
    return status;
}

/* text and size have room for all kernels and the emulation. */
static enum wgc_status build_texts(struct wgc_session *session, const struct wgc_job *job,
                                   size_t jobs, const char **text, size_t *size,
                                   struct wgc_build *build, struct wgc_err *err)
{
    const char *own = own_options(session);
    char options[WGC_BUILD_OPTIONS_MAX], more[WGC_MORE_OPTIONS_MAX];
    size_t count = 0;

    if (session->config.impl == WGC_IMPL_EMULATED) {
        enum wgc_status status = find_prelude(session, &text[count], &size[count], err);
        if (status != WGC_OK) {
            return status;
        }
        count++;
    }
    for (size_t i = 0; i < jobs; i++) {
        if (i == 0 || !wgc_jobs_share_kernel(&job[i - 1], &job[i])) {
            text[count] = job[i].text;
            size[count++] = job[i].size;
        }
    }
    (void)snprintf(more, sizeof more, "%s%s%s", wgc_build_way_options(job->way, job->standard),
                   own[0] == '\0' ? "" : " ", own);
    wgc_build_options(options, job->standard, session->max_items, more);
    return wgc_build_source(&session->device, job->way->method, count, text, size, options, build,
                            err);
}

static enum wgc_status build_c(struct wgc_session *session, const struct wgc_job *job, size_t jobs,
                               struct wgc_build *build, struct wgc_err *err)
{
    size_t kernels = wgc_jobs_kernels(job, jobs);
    const char **text = calloc(kernels + 1, sizeof *text);
    size_t *size = calloc(kernels + 1, sizeof *size);
    enum wgc_status status = text == NULL || size == NULL
                                 ? wgc_err_memory(err, "a program's text")
                                 : build_texts(session, job, jobs, text, size, build, err);

    free(text);
    free(size);
    return status;
}

/* Builds the job's module in its chosen version. */
static enum wgc_status build_module(struct wgc_session *session, const struct wgc_job *job,
                                    struct wgc_build *build, struct wgc_err *err)
{
    struct wgc_buf module = {0};
    enum wgc_status status = WGC_OK;

    if (!wgc_spirv_set_version(job->text, job->size, job->spirv_version, &module)) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: a broken SPIR-V module", job->kernel->file);
    } else if (module.failed) {
        status = wgc_err_memory(err, "a SPIR-V module");
    } else {
        status = wgc_build_il(&session->device, job->way->method, module.data, module.size,
                              own_options(session), build, err);
    }
    wgc_buf_free(&module);
    return status;
}

enum wgc_status wgc_jobs_build(struct wgc_session *session, const struct wgc_job *job, size_t count,
                               struct wgc_build *build, struct wgc_err *err)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    enum wgc_status status = job->standard == 0 ? build_module(session, job, build, err)
                                                : build_c(session, job, count, build, err);

    (void)wgc_watch_enter(&session->watch, before);
    return status;
}

bool wgc_build_lost_device(struct wgc_session *session, const struct wgc_build *build)
{
    return build->code != CL_BUILD_PROGRAM_FAILURE && !wgc_dispatch_device_lives(&session->device);
}

enum wgc_status wgc_session_reopen(struct wgc_session *session, struct wgc_err *err)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    enum wgc_status status;

    wgc_session_free_buffers(session);
    wgc_device_shut(&session->device);
    status = wgc_device_open(&session->device, err);
    (void)wgc_watch_enter(&session->watch, before);
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "after the device was lost");
}

enum wgc_status wgc_session_enter_context(struct wgc_session *session, bool part,
                                          struct wgc_device *first, struct wgc_err *err)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);

    wgc_session_free_buffers(session);
    *first = session->device;
    session->device.context = NULL;
    session->device.queue = NULL;
    enum wgc_status status = part ? wgc_device_take_part(&session->device, err) : WGC_OK;
    if (status == WGC_OK) {
        status = wgc_device_open(&session->device, err);
    }
    if (status != WGC_OK) {
        wgc_device_leave_part(&session->device, first->place.id);
        session->device = *first;
    }
    (void)wgc_watch_enter(&session->watch, before);
    return status == WGC_OK ? WGC_OK
                            : wgc_err_wrap(err, part ? "a sub-device" : "a second context");
}

void wgc_session_leave_context(struct wgc_session *session, const struct wgc_device *first)
{
    enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);

    wgc_session_free_buffers(session);
    wgc_device_shut(&session->device);
    wgc_device_leave_part(&session->device, first->place.id);
    session->device.context = first->context;
    session->device.queue = first->queue;
    (void)wgc_watch_enter(&session->watch, before);
}
