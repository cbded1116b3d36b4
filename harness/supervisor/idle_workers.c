#include "supervisor/parts.h"

#include <stdlib.h>

struct wgc_idle_workers {
    struct wgc_run_tmpdir tmpdir; /* of the workers' folders */
    bool tmpdir_is_open;
    struct wgc_worker **worker;
    size_t workers;
    struct wgc_device_info device;
    bool device_known;
    uint32_t last_batch_id; /* no worker gets a number twice */
};

struct wgc_idle_workers *wgc_idle_workers_create(void)
{
    struct wgc_idle_workers *idle = calloc(1, sizeof *idle);

    if (idle != NULL) {
        idle->tmpdir.lock = -1;
    }
    return idle;
}

void wgc_idle_workers_free(struct wgc_idle_workers *idle)
{
    if (idle == NULL) {
        return;
    }
    /* the supervisor's functions end the processes and remove their folders */
    struct wgc_supervisor supervisor = {.worker = idle->worker,
                                        .workers = idle->workers,
                                        .device = idle->device,
                                        .tmpdir = idle->tmpdir};
    wgc_supervisor_free(&supervisor);
    free(idle);
}

/* Whether the worker can be kept: it survived its work, or opens the device. */
static bool can_keep(const struct wgc_worker *worker)
{
    const bool has_no_work =
        worker->state == WGC_WORKER_IDLE || worker->state == WGC_WORKER_OPENING;

    return has_no_work && worker->error == NULL && worker->killed_at <= 0.0 &&
           worker->process.reply_fd >= 0;
}

bool wgc_idle_workers_are_all(const struct wgc_supervisor *supervisor)
{
    size_t kept = 0;

    for (size_t i = 0; i < supervisor->workers; i++) {
        kept += can_keep(supervisor->worker[i]);
    }
    return kept == supervisor->workers;
}

enum wgc_status wgc_idle_workers_take(struct wgc_supervisor *supervisor)
{
    struct wgc_idle_workers *idle = supervisor->options->idle;

    if (!idle->tmpdir_is_open) {
        enum wgc_status status = wgc_run_tmpdir_open(&idle->tmpdir, supervisor->err);
        if (status != WGC_OK) {
            return status;
        }
        idle->tmpdir_is_open = true;
    }
    supervisor->tmpdir = idle->tmpdir;
    idle->tmpdir = (struct wgc_run_tmpdir){.lock = -1};
    supervisor->worker = idle->worker;
    supervisor->workers = idle->workers;
    idle->worker = NULL;
    idle->workers = 0;
    supervisor->last_batch_id = idle->last_batch_id;
    struct wgc_device_info device = idle->device;
    idle->device = (struct wgc_device_info){0};
    if (idle->device_known) {
        idle->device_known = false;
        return wgc_supervisor_accept_device(supervisor, &device);
    }
    return WGC_OK;
}

void wgc_idle_workers_keep(struct wgc_supervisor *supervisor)
{
    struct wgc_idle_workers *idle = supervisor->options->idle;
    size_t left = 0;

    idle->tmpdir = supervisor->tmpdir;
    supervisor->tmpdir = (struct wgc_run_tmpdir){.lock = -1};
    idle->device = supervisor->device;
    supervisor->device = (struct wgc_device_info){0};
    idle->device_known = supervisor->device_known;
    idle->last_batch_id = supervisor->last_batch_id;
    idle->worker = calloc(supervisor->workers + 1, sizeof(struct wgc_worker *));
    for (size_t i = 0; i < supervisor->workers; i++) {
        struct wgc_worker *worker = supervisor->worker[i];
        if (idle->worker != NULL && can_keep(worker)) {
            idle->worker[idle->workers++] = worker;
        } else {
            supervisor->worker[left++] = worker; /* killed with the supervisor */
        }
    }
    supervisor->workers = left;
}
