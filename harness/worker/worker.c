#include "worker/worker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "device/vendor_files.h"
#include "worker/parts.h"
#include "plan/local_size.h"
#include "worker/crash_frames.h"
#include "worker/session.h"

enum { CACHE_BYTES = 64 * 1024 * 1024, EXIT_FAILED = 3, STANDARD_INPUT = 0 };

static uint32_t milliseconds_since(double begin)
{
    return (uint32_t)((wgc_watch_now() - begin) * 1e3);
}

static enum wgc_status send_description(struct wgc_session *session,
                                        const struct wgc_device *device, const char *notes,
                                        uint32_t milliseconds, struct wgc_err *err)
{
    struct wgc_device_info info;
    enum wgc_status status = wgc_device_describe(device, notes, milliseconds, &info, err);

    if (status == WGC_OK) {
        status = wgc_send_device(session, &info, err);
        wgc_device_info_free(&info);
    }
    return status;
}

/*
 * Lists the devices. One that cannot be described is left out, with a note in the ones that follow.
 * Nothing is opened or tested: some drivers would abort the process and hide the other devices.
 */
static enum wgc_status list(struct wgc_session *session, struct wgc_device_places *places,
                            double begin, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < places->count; i++) {
        struct wgc_device device;
        struct wgc_err reason;
        if (wgc_device_query(&session->cl, places, i, &device, &reason) != WGC_OK) {
            wgc_buf_printf(&places->notes, "%s\n", reason.text);
            continue;
        }
        status =
            send_description(session, &device, places->notes.data, milliseconds_since(begin), err);
        wgc_device_close(&device);
    }
    return status == WGC_OK ? wgc_send_listed(session, places->notes.data, err) : status;
}

static enum wgc_status open_device(struct wgc_session *session,
                                   const struct wgc_device_places *places, struct wgc_err *err)
{
    const struct wgc_properties *properties = &session->device.properties;
    enum wgc_status status = wgc_device_choose(&session->cl, places, session->config.device,
                                               session->config.features, &session->device, err);

    session->max_items =
        wgc_local_mem_items(wgc_property_number(properties, WGC_DEVICE_MAX_WORK_GROUP_SIZE),
                            wgc_property_number(properties, WGC_DEVICE_LOCAL_MEM_SIZE));
    return status;
}

static enum wgc_status start_to_run(struct wgc_session *session, struct wgc_err *err)
{
    struct wgc_device_places places = {0};
    double begin = wgc_watch_now();
    enum wgc_status status = WGC_OK;

    if (session->config.suite_folder[0] != '\0' &&
        strcmp(session->config.suite_digest, wgc_built_suite.suite_digest) != 0) {
        return wgc_err_set(err, WGC_ERR_RUN,
                           "the program was replaced during the run: it has the suite %s, and the "
                           "run's is %s",
                           wgc_built_suite.suite_digest, session->config.suite_digest);
    }
    if (session->config.suite_folder[0] != '\0') {
        status = wgc_manifest_open(session->config.suite_folder, &session->manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_cl_load(&session->cl, err);
    }
    if (status == WGC_OK) {
        status = wgc_device_places_find(&session->cl, &places, err);
    }
    if (status == WGC_OK) {
        status = open_device(session, &places, err);
    }
    if (status == WGC_OK) {
        status = send_description(session, &session->device, places.notes.data,
                                  milliseconds_since(begin), err);
    }
    wgc_device_places_free(&places);
    return status;
}

static enum wgc_status start_to_list(struct wgc_session *session, struct wgc_err *err)
{
    struct wgc_device_places places;
    double begin = wgc_watch_now();
    enum wgc_status status = wgc_cl_load(&session->cl, err);

    if (status == WGC_OK) {
        status = wgc_device_places_find(&session->cl, &places, err);
    }
    if (status == WGC_OK) {
        wgc_vendor_files_put_broken(&places.notes);
        status = list(session, &places, begin, err);
        wgc_device_places_free(&places);
    }
    return status;
}

static enum wgc_status configure(struct wgc_session *session, struct wgc_wire_view *message,
                                 struct wgc_err *err)
{
    if (session->config.suite_folder != NULL) {
        return wgc_err_set(err, WGC_ERR_RUN, "a worker is configured once");
    }
    if (!wgc_worker_config_get(message, &session->config)) {
        wgc_worker_config_free(&session->config);
        return wgc_err_set(err, WGC_ERR_RUN, "a configuration that cannot be read");
    }
    if (session->config.mode == WGC_WORKER_LIST) {
        return start_to_list(session, err);
    }
    session->sources.folder = session->config.suite_folder;
    session->cache = wgc_trial_cache_create(CACHE_BYTES);
    if (session->cache == NULL) {
        return wgc_err_memory(err, "the data's cache");
    }
    return start_to_run(session, err);
}

static enum wgc_status add_suite(struct wgc_session *session, struct wgc_wire_view *message,
                                 struct wgc_err *err)
{
    struct wgc_case_set *set = wgc_case_set_get(message);

    if (set == NULL) {
        return wgc_err_set(err, WGC_ERR_RUN, "cases of the suite that cannot be read");
    }
    set->next = session->cases;
    session->cases = set;
    return WGC_OK;
}

/* Handles one message; *go_on becomes false after the last one. */
static enum wgc_status handle(struct wgc_session *session, struct wgc_wire_view *message,
                              bool *go_on, struct wgc_err *err)
{
    enum wgc_status status;

    switch (message->type) {
    case WGC_MSG_CONFIG:
        status = configure(session, message, err);
        *go_on = session->config.mode != WGC_WORKER_LIST;
        return status;
    case WGC_MSG_BATCH:
        if (session->device.context == NULL) {
            return wgc_err_set(err, WGC_ERR_RUN, "a batch before the configuration");
        }
        return wgc_batch_run(session, message, err);
    case WGC_MSG_SUITE:
        return add_suite(session, message, err);
    case WGC_MSG_QUIT:
        *go_on = false;
        return WGC_OK;
    default:
        return wgc_err_set(err, WGC_ERR_RUN, "an unknown request (type %u)", message->type);
    }
}

static enum wgc_status serve(struct wgc_session *session, int request_fd, struct wgc_err *err)
{
    struct wgc_wire_reader reader = {0};
    enum wgc_status status = WGC_OK;
    bool go_on = true;

    while (status == WGC_OK && go_on) {
        struct wgc_wire_view message;
        enum wgc_wire_next next = wgc_wire_next(&reader, &message);
        if (next == WGC_WIRE_MESSAGE) {
            status = handle(session, &message, &go_on, err);
        } else if (next == WGC_WIRE_BROKEN) {
            status = wgc_err_set(err, WGC_ERR_RUN, "a request that is no message");
        } else {
            long got = wgc_wire_fill(&reader, request_fd);
            go_on = got >
                    0; /* 0 is the end of the requests: the supervisor has closed them or exited */
            if (got < 0) {
                status = wgc_err_set(err, WGC_ERR_RUN, "the requests cannot be read");
            }
        }
    }
    wgc_wire_reader_free(&reader);
    return status;
}

static void release(struct wgc_session *session)
{
    wgc_measurements_clear(&session->measured);
    wgc_session_free_buffers(session);
    wgc_device_close(&session->device);
    wgc_trial_cache_free(session->cache);
    wgc_sources_free(&session->sources);
    wgc_manifest_free(session->manifest);
    wgc_case_set_free(session->cases);
    wgc_worker_config_free(&session->config);
    wgc_buf_free(&session->payload);
}

int wgc_worker_main(int request_fd, int reply_fd)
{
    struct wgc_session session = {.reply_fd = reply_fd,
                                  .marks_output = request_fd == STANDARD_INPUT};
    struct wgc_err err, ignored;
    enum wgc_status status;

#ifdef SIGPIPE /* Windows has no SIGPIPE: a write into a pipe without a reader fails */
    (void)signal(SIGPIPE, SIG_IGN);
#endif
    /* behind a debugger, which shows where the worker crashes, the requests come another way */
    if (request_fd == STANDARD_INPUT) {
        wgc_crash_frames_install();
    }
    status = serve(&session, request_fd, &err);
    if (status != WGC_OK) {
        (void)wgc_send_failed(&session, &err, &ignored);
    }
    release(&session);
    return status == WGC_OK ? 0 : EXIT_FAILED;
}
