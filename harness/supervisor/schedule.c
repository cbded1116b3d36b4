#include "base/system.h"
#include "supervisor/state.h"
#include "supervisor/parts.h"

/* Consecutive failures to open the device; a network may be down for half a minute. */
enum { OPEN_FAILURES = 5, LINK_FAILURES = 10 };

static bool cannot_open(const struct wgc_supervisor *supervisor)
{
    return supervisor->open_failures >=
           (supervisor->options->worker_command == NULL ? OPEN_FAILURES : LINK_FAILURES);
}

static unsigned default_jobs(const struct wgc_device_info *device)
{
    return device->is_cpu ? wgc_system_cores() : 1;
}

/* The number of kernels of the next batch: smaller towards the end, so that all workers end at the
 * same time, and while nothing has worked, so that a driver at which everything fails shows it. */
static size_t batch_kernels(const struct wgc_supervisor *supervisor)
{
    const size_t most = supervisor->batch_limit == 0 ? WGC_BATCH_KERNELS : supervisor->batch_limit;
    size_t share = (supervisor->queue.kernels + 2 * (size_t)supervisor->jobs - 1) /
                   (2 * (size_t)supervisor->jobs);

    if (supervisor->jobs == 1 || share > most) {
        return most;
    }
    return share == 0 ? 1 : share;
}

bool wgc_supervisor_has_budget(const struct wgc_supervisor *supervisor)
{
    return supervisor->options->until > 0.0 || supervisor->options->most_cases > 0;
}

/* The number of cases that may leave the queue at once: within the budget of cases, and so many
 * that they take at most half of the time that is left. */
static size_t admissible(const struct wgc_supervisor *supervisor)
{
    const struct wgc_run_options *options = supervisor->options;
    size_t most = batch_kernels(supervisor);

    if (options->most_cases > 0) {
        const size_t left = supervisor->admitted < options->most_cases
                                ? options->most_cases - supervisor->admitted
                                : 0;
        most = most < left ? most : left;
    }
    if (options->until > 0.0 && supervisor->priced > 0 && supervisor->priced_seconds > 0.0) {
        const double price = supervisor->priced_seconds / (double)supervisor->priced;
        const double fit = (options->until - wgc_now()) / 2.0 / price;
        most = fit >= (double)most ? most : fit < 1.0 ? 1 : (size_t)fit;
    }
    return most;
}

/* Takes the next batch from the queue; *out is NULL when it is empty or the budget is used up. */
static enum wgc_status take_from_queue(struct wgc_supervisor *supervisor, struct wgc_batch **out)
{
    const bool reruns = supervisor->queue.at == supervisor->queue.count;
    const size_t most = wgc_supervisor_has_budget(supervisor) && !reruns
                            ? admissible(supervisor)
                            : batch_kernels(supervisor);

    *out = NULL;
    if (most == 0) {
        return WGC_OK;
    }
    enum wgc_status status = wgc_work_queue_next(&supervisor->queue, most, out, supervisor->err);
    supervisor->admitted += *out == NULL || reruns ? 0 : (*out)->count;
    return status;
}

/* Moves cases and kernels that resemble crashed ones into batches of their own for new workers. */
static enum wgc_status isolate_likely_crashes(struct wgc_supervisor *supervisor,
                                              struct wgc_batch *batch)
{
    /* with a budget, what is likely to crash waits until the end */
    const bool defers = wgc_supervisor_has_budget(supervisor) && batch->incident == NULL;
    size_t kept = 0;

    for (size_t at = 0; at < batch->count;) {
        const struct wgc_entry entry = batch->entry[at];
        const struct wgc_case *item = &supervisor->plan->item[entry.index];
        const bool build = wgc_crash_likelihood_build_is_high(&supervisor->likelihood, item);
        struct wgc_batch *alone;
        if (!build && !supervisor->cases.row[entry.index].separate &&
            !wgc_crash_likelihood_run_is_high(&supervisor->likelihood, item)) {
            batch->entry[kept++] = entry;
            at++;
            continue;
        }
        if (build) {
            alone = wgc_batch_part(batch, &supervisor->queue, &at, 1);
        } else {
            alone = wgc_batch_of_case(entry.index, batch->incident);
            at++;
        }
        if (alone == NULL) {
            return wgc_err_memory(supervisor->err, "a batch");
        }
        alone->likely_build_crash = build;
        alone->likely_crash = !build;
        wgc_batch_list_push(defers ? &supervisor->deferred : &supervisor->ready_fresh, alone);
    }
    batch->count = kept;
    return WGC_OK;
}

/* Decides without a verdict the cases of a batch that the caller does not select. */
static void leave_out(struct wgc_supervisor *supervisor, struct wgc_batch *batch)
{
    const struct wgc_run_events *events = supervisor->events;
    size_t kept = 0;

    for (size_t i = 0; events->selects != NULL && i < batch->count; i++) {
        const uint32_t index = batch->entry[i].index;
        if (events->selects(events->context, index)) {
            batch->entry[kept++] = batch->entry[i];
        } else {
            wgc_forecast_on_verdict(supervisor, index, WGC_STATE_SKIP);
            wgc_cases_leave_out(&supervisor->cases, index);
            supervisor->admitted -= supervisor->admitted > 0;
        }
    }
    batch->count = events->selects != NULL ? kept : batch->count;
}

enum wgc_status wgc_schedule_rejoin(struct wgc_supervisor *supervisor)
{
    struct wgc_batch_list kept = {0};
    struct wgc_batch *joined = wgc_batch_create(WGC_BATCH_ENTRIES);
    struct wgc_batch *batch;

    if (joined == NULL) {
        return wgc_err_memory(supervisor->err, "a batch");
    }
    while ((batch = wgc_batch_list_pop(&supervisor->ready_fresh)) != NULL) {
        const struct wgc_case *item = &supervisor->plan->item[batch->entry[0].index];
        if (!batch->likely_crash || batch->incident != NULL ||
            wgc_crash_likelihood_run_is_high(&supervisor->likelihood, item) ||
            joined->count == WGC_BATCH_ENTRIES) {
            wgc_batch_list_push(&kept, batch);
        } else {
            joined->entry[joined->count++].index = batch->entry[0].index;
            wgc_batch_free(batch);
        }
    }
    supervisor->ready_fresh = kept;
    for (size_t at = 0; at < joined->count;) {
        batch = wgc_batch_part(joined, &supervisor->queue, &at, WGC_BATCH_KERNELS);
        if (batch == NULL) {
            wgc_batch_free(joined);
            return wgc_err_memory(supervisor->err, "a batch");
        }
        wgc_batch_list_push(&supervisor->ready, batch);
    }
    wgc_batch_free(joined);
    return WGC_OK;
}

static enum wgc_status next_batch(struct wgc_supervisor *supervisor,
                                  const struct wgc_worker *worker, struct wgc_batch **out)
{
    for (;;) {
        struct wgc_batch *batch =
            worker->used ? NULL : wgc_batch_list_pop(&supervisor->ready_fresh);
        if (batch == NULL) {
            batch = wgc_batch_list_pop(&supervisor->ready);
        }
        if (batch == NULL) {
            enum wgc_status status = take_from_queue(supervisor, &batch);
            if (status != WGC_OK) {
                return status;
            }
        }
        *out = batch;
        if (batch == NULL || batch->candidate != NULL) { /* its cases may be decided */
            return WGC_OK;
        }
        wgc_batch_prune(batch, &supervisor->cases);
        leave_out(supervisor, batch);
        const bool is_alone = batch->separate || (batch->count == 1 &&
                                                  (!wgc_supervisor_has_budget(supervisor) ||
                                                   batch->incident != NULL || batch->likely_crash));
        enum wgc_status status = batch->count > 0 && !is_alone && !batch->likely_build_crash &&
                                         supervisor->cases.repeat == 1
                                     ? isolate_likely_crashes(supervisor, batch)
                                     : WGC_OK;
        if (status != WGC_OK) {
            wgc_batch_free(batch);
            return status;
        }
        if (batch->count > 0) {
            return WGC_OK;
        }
        status = wgc_supervisor_drop_batch(supervisor, batch);
        if (status != WGC_OK) {
            return status;
        }
    }
}

static size_t count_active(const struct wgc_supervisor *supervisor)
{
    return supervisor->workers - wgc_workers_in_state(supervisor, WGC_WORKER_CLOSING);
}

bool wgc_supervisor_only_shared_left(const struct wgc_supervisor *supervisor)
{
    return supervisor->cases.undecided == wgc_shared_count_open(supervisor);
}

bool wgc_supervisor_is_done(const struct wgc_supervisor *supervisor)
{
    return supervisor->cases.undecided == 0 && supervisor->programs.first == NULL &&
           supervisor->candidates == 0;
}

/* Whether a busy worker may still cause a finding. */
static bool has_incident(const struct wgc_supervisor *supervisor)
{
    bool found = false;

    for (size_t i = 0; i < supervisor->workers; i++) {
        const struct wgc_batch *batch = supervisor->worker[i]->batch;
        found = found || (batch != NULL && (batch->incident != NULL || batch->refusal != NULL));
    }
    return found;
}

/* All other cases are decided: drops their batches, then decides the cases query.shared_*. */
static enum wgc_status settle_shared(struct wgc_supervisor *supervisor)
{
    struct wgc_batch_list *const queues[] = {&supervisor->ready, &supervisor->ready_fresh};
    enum wgc_status status = WGC_OK;
    struct wgc_batch *batch;

    if (supervisor->candidates > 0) {
        return WGC_OK;
    }
    for (size_t i = 0; i < 2; i++) {
        while (status == WGC_OK && (batch = wgc_batch_list_pop(queues[i])) != NULL) {
            status = wgc_supervisor_drop_batch(supervisor, batch);
        }
    }
    if (status == WGC_OK && supervisor->programs.first == NULL && !has_incident(supervisor)) {
        status = wgc_shared_pass(supervisor);
    }
    return status;
}

/* Assigns work to an idle worker, or shuts it down when all work needs a new process. */
static enum wgc_status assign(struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    struct wgc_batch *batch = NULL;
    struct wgc_joint_program *program = wgc_programs_next(supervisor, worker);
    enum wgc_status status = WGC_OK;

    if (program == NULL ||
        program->index != WGC_NO_CASE) { /* the run's own programs come before batches */
        status = next_batch(supervisor, worker, &batch);
    }
    if (status == WGC_OK && batch != NULL) {
        return wgc_worker_send_batch(supervisor, worker, batch);
    }
    if (status == WGC_OK && program != NULL) {
        return wgc_worker_send_program(supervisor, worker, program);
    }
    bool place_is_needed =
        (supervisor->ready_fresh.first != NULL || wgc_programs_waiting(supervisor, true) > 0) &&
        wgc_workers_in_state(supervisor, WGC_WORKER_OPENING) == 0 &&
        count_active(supervisor) >= supervisor->jobs;
    const bool ends = supervisor->options->idle == NULL && wgc_supervisor_is_done(supervisor);
    if (status == WGC_OK && (place_is_needed || ends)) {
        return wgc_worker_send_quit(supervisor, worker);
    }
    return status;
}

/* Whether no case may leave the queue any more. */
static bool budget_is_used_up(const struct wgc_supervisor *supervisor)
{
    return supervisor->options->most_cases > 0 &&
           supervisor->admitted >= supervisor->options->most_cases;
}

/* The deferred cases follow all others; after them, those for which the budget is too small are
 * left out. */
static void end_queue(struct wgc_supervisor *supervisor)
{
    if (wgc_expected_are_due(supervisor)) {
        wgc_expected_release(supervisor);
    }
    const bool queue_is_open =
        supervisor->queue.at < supervisor->queue.count && !budget_is_used_up(supervisor);

    if (!supervisor->device_known || !wgc_supervisor_has_budget(supervisor) || queue_is_open ||
        supervisor->queue.rerun_count > 0 || supervisor->ready.first != NULL ||
        supervisor->ready_fresh.first != NULL ||
        wgc_workers_in_state(supervisor, WGC_WORKER_BUSY) > 0) {
        return;
    }
    supervisor->ready_fresh = supervisor->deferred;
    supervisor->deferred = (struct wgc_batch_list){0};
    for (size_t i = 0; supervisor->ready_fresh.first == NULL && budget_is_used_up(supervisor) &&
                       i < supervisor->plan->count;
         i++) {
        if (!supervisor->cases.row[i].withheld) {
            wgc_cases_leave_out(&supervisor->cases, i);
        }
    }
}

/* The number of workers that could get work now. */
static size_t work_units(const struct wgc_supervisor *supervisor)
{
    const size_t left = budget_is_used_up(supervisor) ? 0 : supervisor->queue.kernels;
    size_t units = (left + batch_kernels(supervisor) - 1) / batch_kernels(supervisor);

    units += left == 0 && !wgc_work_queue_is_empty(&supervisor->queue);
    for (const struct wgc_batch *batch = supervisor->ready.first; batch != NULL;
         batch = batch->next) {
        units++;
    }
    for (const struct wgc_batch *batch = supervisor->ready_fresh.first; batch != NULL;
         batch = batch->next) {
        units++;
    }
    return units + wgc_programs_waiting(supervisor, false);
}

/*
 * While cases wait for a new worker, one more than work at a time has opened the device, so that a
 * crash costs no start. Only where several processes may use the device anyway.
 */
static size_t count_spares(const struct wgc_supervisor *supervisor)
{
    return supervisor->jobs > 1 && supervisor->options->idle == NULL &&
           supervisor->ready_fresh.first != NULL;
}

static enum wgc_status spawn_workers(struct wgc_supervisor *supervisor)
{
    const struct wgc_run_options *options = supervisor->options;
    enum wgc_status status = WGC_OK;

    if (wgc_now() < supervisor->open_after || cannot_open(supervisor)) {
        return WGC_OK;
    }
    if (!supervisor->device_known) {
        /* without --device the first worker chooses the device */
        size_t target = options->device >= 0 && options->jobs > 0 ? options->jobs : 1;
        target = target > supervisor->plan->count ? supervisor->plan->count : target;
        while (status == WGC_OK && supervisor->workers < target) {
            status = wgc_worker_spawn(supervisor, options->device);
        }
        return status;
    }
    /* idle workers could not take this work */
    size_t waiting = wgc_workers_in_state(supervisor, WGC_WORKER_OPENING);
    const size_t units = work_units(supervisor);
    const size_t most = supervisor->jobs + count_spares(supervisor);
    while (status == WGC_OK && waiting++ < units && count_active(supervisor) < most) {
        status = wgc_worker_spawn(supervisor, (int)supervisor->device.index);
    }
    return status;
}

/* A killed worker gets no work, even if its last message arrives later: a driver can take seconds
 * to exit. */
static bool is_available(const struct wgc_worker *worker)
{
    return worker->state == WGC_WORKER_IDLE && worker->error == NULL && worker->killed_at <= 0.0;
}

enum wgc_status wgc_schedule(struct wgc_supervisor *supervisor)
{
    enum wgc_status status = WGC_OK;

    if (supervisor->device_known && supervisor->jobs == 0) {
        supervisor->jobs = supervisor->options->jobs != 0 ? supervisor->options->jobs
                                                          : default_jobs(&supervisor->device);
    }
    end_queue(supervisor);
    if (supervisor->device_known && wgc_supervisor_only_shared_left(supervisor)) {
        status = settle_shared(supervisor);
    }
    for (size_t i = 0; status == WGC_OK && i < supervisor->workers; i++) {
        if (is_available(supervisor->worker[i]) &&
            wgc_workers_in_state(supervisor, WGC_WORKER_BUSY) < supervisor->jobs) {
            status = assign(supervisor, supervisor->worker[i]);
        }
    }
    if (status == WGC_OK && !wgc_supervisor_is_done(supervisor)) {
        status = spawn_workers(supervisor);
        if (status == WGC_OK && supervisor->device_known && cannot_open(supervisor) &&
            count_active(supervisor) == 0) {
            status = wgc_supervisor_give_up(supervisor);
        }
    }
    return status;
}
