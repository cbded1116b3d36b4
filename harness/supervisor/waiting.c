/*
 * A case of WGC_KIND_PROGRESS waits for ever where a device lacks the progress that it reports, and
 * mostly spins while it waits. Where it makes progress it takes milliseconds of the processors. A
 * device whose sub-groups are threads, more than the machine has processors, spins in vain until
 * the system lets the next one run: a second for a work-group with 16 that wait, on two processors
 * that four other processes keep busy.
 * So its time limit is also one of processor time; and that of a case that is expected not to end.
 */
#include "supervisor/state.h"

/* The share of the time limit, 10 s of 60. A driver may compile the kernel in that time. */
static const double share = 1.0 / 6.0;

double wgc_waiting_limit(const struct wgc_supervisor *supervisor)
{
    return supervisor->options->timeout * share;
}

void wgc_waiting_begin(const struct wgc_supervisor *supervisor, struct wgc_worker *worker)
{
    const struct wgc_entry *entry = &worker->batch->entry[worker->current];
    const struct wgc_case *item = &supervisor->plan->item[entry->index];
    const bool waits = worker->step == WGC_STEP_RUN &&
                       (supervisor->cases.row[entry->index].hangs ||
                        supervisor->manifest->signature[item->signature].kind == WGC_KIND_PROGRESS);

    worker->cpu_begin = waits ? wgc_process_cpu_seconds(&worker->process) : -1.0;
}

bool wgc_waiting_is_over(const struct wgc_supervisor *supervisor, const struct wgc_worker *worker)
{
    return worker->state == WGC_WORKER_BUSY && worker->step == WGC_STEP_RUN &&
           worker->cpu_begin >= 0.0 &&
           wgc_process_cpu_seconds(&worker->process) - worker->cpu_begin >
               wgc_waiting_limit(supervisor);
}
