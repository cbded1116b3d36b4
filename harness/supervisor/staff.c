#include <sched.h>
#include <unistd.h>

#include "supervisor/crew.h"
#include "supervisor/shared.h"

/* In a row; a network may be away for half a minute. */
enum { OPEN_FAILURES = 5, LINK_FAILURES = 10 };

static bool gives_up(const struct wgc_run *run)
{
    return run->open_failures >=
           (run->options->worker_command == NULL ? OPEN_FAILURES : LINK_FAILURES);
}

static unsigned usual_jobs(const struct wgc_device_info *device)
{
    cpu_set_t cores;

    if (!device->is_cpu) {
        return 1;
    }
    if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
        return (unsigned)CPU_COUNT(&cores);
    }
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : (unsigned)online;
}

/* How many kernels the next batch gets: towards the end fewer, so that all workers end at the same
 * time. */
static size_t batch_kernels(const struct wgc_run *run)
{
    size_t share = (run->pool.kernels + 2 * (size_t)run->jobs - 1) / (2 * (size_t)run->jobs);

    if (run->jobs == 1 || share > WGC_BATCH_KERNELS) {
        return WGC_BATCH_KERNELS;
    }
    return share == 0 ? 1 : share;
}

/* Sets apart the cases that resemble ones which died, and the kernels that do: each becomes a batch
 * of its own for a new worker. */
static enum wgc_status set_apart(struct wgc_run *run, struct wgc_batch *batch)
{
    size_t kept = 0;

    for (size_t at = 0; at < batch->count;) {
        const struct wgc_entry entry = batch->entry[at];
        const struct wgc_case *item = &run->plan->item[entry.index];
        const bool build = wgc_risk_build_is_high(&run->risk, item);
        struct wgc_batch *alone;
        if (!build && !wgc_risk_is_high(&run->risk, item)) {
            batch->entry[kept++] = entry;
            at++;
            continue;
        }
        if (build) {
            alone = wgc_batch_part(batch, &run->pool, &at, 1);
        } else {
            alone = wgc_batch_of_case(entry.index, batch->incident);
            at++;
        }
        if (alone == NULL) {
            return wgc_err_memory(run->err, "a batch");
        }
        alone->risky_build = build;
        alone->risky = !build;
        wgc_queue_push(&run->fresh, alone);
    }
    batch->count = kept;
    return WGC_OK;
}

enum wgc_status wgc_run_join_again(struct wgc_run *run)
{
    struct wgc_queue kept = {0};
    struct wgc_batch *joined = wgc_batch_create(WGC_BATCH_ENTRIES);
    struct wgc_batch *batch;

    if (joined == NULL) {
        return wgc_err_memory(run->err, "a batch");
    }
    while ((batch = wgc_queue_pop(&run->fresh)) != NULL) {
        const struct wgc_case *item = &run->plan->item[batch->entry[0].index];
        if (!batch->risky || batch->incident != NULL || wgc_risk_is_high(&run->risk, item) ||
            joined->count == WGC_BATCH_ENTRIES) {
            wgc_queue_push(&kept, batch);
        } else {
            joined->entry[joined->count++].index = batch->entry[0].index;
            wgc_batch_free(batch);
        }
    }
    run->fresh = kept;
    for (size_t at = 0; at < joined->count;) {
        batch = wgc_batch_part(joined, &run->pool, &at, WGC_BATCH_KERNELS);
        if (batch == NULL) {
            wgc_batch_free(joined);
            return wgc_err_memory(run->err, "a batch");
        }
        wgc_queue_push(&run->queue, batch);
    }
    wgc_batch_free(joined);
    return WGC_OK;
}

static enum wgc_status next_batch(struct wgc_run *run, const struct wgc_member *member,
                                  struct wgc_batch **out)
{
    for (;;) {
        struct wgc_batch *batch = member->used ? NULL : wgc_queue_pop(&run->fresh);
        if (batch == NULL) {
            batch = wgc_queue_pop(&run->queue);
        }
        if (batch == NULL) {
            enum wgc_status status =
                wgc_pool_take(&run->pool, batch_kernels(run), &batch, run->err);
            if (status != WGC_OK) {
                return status;
            }
        }
        *out = batch;
        if (batch == NULL) {
            return WGC_OK;
        }
        wgc_batch_prune(batch, &run->cases);
        enum wgc_status status = batch->count > 1 && !batch->risky_build && run->cases.repeat == 1
                                     ? set_apart(run, batch)
                                     : WGC_OK;
        if (status != WGC_OK) {
            wgc_batch_free(batch);
            return status;
        }
        if (batch->count > 0) {
            return WGC_OK;
        }
        status = wgc_run_drop_batch(run, batch);
        if (status != WGC_OK) {
            return status;
        }
    }
}

static size_t active(const struct wgc_run *run)
{
    return run->members - wgc_crew_count(run, WGC_DUTY_LEAVING);
}

bool wgc_run_has_shared_left_only(const struct wgc_run *run)
{
    return run->cases.undecided == wgc_run_shared_open(run);
}

bool wgc_run_is_over(const struct wgc_run *run)
{
    return run->cases.undecided == 0 && run->programs.first == NULL;
}

/* Whether what a worker does may still be a finding. */
static bool has_incident(const struct wgc_run *run)
{
    bool found = false;

    for (size_t i = 0; i < run->members; i++) {
        const struct wgc_batch *batch = run->member[i]->batch;
        found = found || (batch != NULL && (batch->incident != NULL || batch->refusal != NULL));
    }
    return found;
}

/* All other cases are decided: what is left of their batches ends, and then the cases that say what
 * they showed together. */
static enum wgc_status settle(struct wgc_run *run)
{
    struct wgc_queue *const queues[] = {&run->queue, &run->fresh};
    enum wgc_status status = WGC_OK;
    struct wgc_batch *batch;

    for (size_t i = 0; i < 2; i++) {
        while (status == WGC_OK && (batch = wgc_queue_pop(queues[i])) != NULL) {
            status = wgc_run_drop_batch(run, batch);
        }
    }
    if (status == WGC_OK && run->programs.first == NULL && !has_incident(run)) {
        status = wgc_run_shared_pass(run);
    }
    return status;
}

/* Gives a worker that is idle something to do, or sends it home when only a new one will do. */
static enum wgc_status employ(struct wgc_run *run, struct wgc_member *member)
{
    struct wgc_batch *batch = NULL;
    struct wgc_program *program = wgc_programs_next(run, member);
    enum wgc_status status = WGC_OK;

    if (program == NULL || program->index != WGC_NO_CASE) { /* the run's own come first */
        status = next_batch(run, member, &batch);
    }
    if (status == WGC_OK && batch != NULL) {
        return wgc_crew_send_batch(run, member, batch);
    }
    if (status == WGC_OK && program != NULL) {
        return wgc_crew_send_program(run, member, program);
    }
    bool place_is_needed = (run->fresh.first != NULL || wgc_programs_waiting(run, true) > 0) &&
                           wgc_crew_count(run, WGC_DUTY_OPENING) == 0 && active(run) >= run->jobs;
    if (status == WGC_OK && (place_is_needed || wgc_run_is_over(run))) {
        return wgc_crew_send_quit(run, member);
    }
    return status;
}

/* How many workers could be given something now. */
static size_t work_units(const struct wgc_run *run)
{
    size_t units = (run->pool.kernels + batch_kernels(run) - 1) / batch_kernels(run);

    units += run->pool.kernels == 0 && !wgc_pool_is_empty(&run->pool);
    for (const struct wgc_batch *batch = run->queue.first; batch != NULL; batch = batch->next) {
        units++;
    }
    for (const struct wgc_batch *batch = run->fresh.first; batch != NULL; batch = batch->next) {
        units++;
    }
    return units + wgc_programs_waiting(run, false);
}

static enum wgc_status hire(struct wgc_run *run)
{
    const struct wgc_run_options *options = run->options;
    enum wgc_status status = WGC_OK;

    if (wgc_now() < run->open_after || gives_up(run)) {
        return WGC_OK;
    }
    if (!run->device_known) {
        /* which device it is, the first worker must say, unless the user did */
        size_t want = options->device >= 0 && options->jobs > 0 ? options->jobs : 1;
        want = want > run->plan->count ? run->plan->count : want;
        while (status == WGC_OK && run->members < want) {
            status = wgc_crew_hire(run, options->device);
        }
        return status;
    }
    /* those that are idle could not take any of it */
    size_t waiting = wgc_crew_count(run, WGC_DUTY_OPENING);
    size_t units = work_units(run);
    while (status == WGC_OK && waiting++ < units && active(run) < run->jobs) {
        status = wgc_crew_hire(run, (int)run->device.index);
    }
    return status;
}

enum wgc_status wgc_run_staff(struct wgc_run *run)
{
    enum wgc_status status = WGC_OK;

    if (run->device_known && run->jobs == 0) {
        run->jobs = run->options->jobs != 0 ? run->options->jobs : usual_jobs(&run->device);
    }
    if (run->device_known && wgc_run_has_shared_left_only(run)) {
        status = settle(run);
    }
    for (size_t i = 0; status == WGC_OK && i < run->members; i++) {
        if (run->member[i]->duty == WGC_DUTY_IDLE && run->member[i]->complaint == NULL) {
            status = employ(run, run->member[i]);
        }
    }
    if (status == WGC_OK && !wgc_run_is_over(run)) {
        status = hire(run);
        if (status == WGC_OK && run->device_known && gives_up(run) && active(run) == 0) {
            status = wgc_run_give_up(run);
        }
    }
    return status;
}
