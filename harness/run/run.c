#include "run/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/system.h"
#include "report_file/journal.h"
#include "reports/lone_sub_groups.h"
#include "reports/skips.h"
#include "run/early_end.h"
#include "run/parts.h"
#include "run/progress.h"
#include "run/provenance.h"
#include "run/resume.h"
#include "run/run_state.h"
#include "run/run_waivers.h"
#include "run/select_devices.h"
#include "supervisor/supervisor.h"

static enum wgc_status prepare(struct wgc_run_state *run, struct wgc_err *err)
{
    const struct wgc_run_request *request = run->request;
    const struct wgc_options *options = request->options;
    enum wgc_status status = wgc_outputs_check(&options->outputs, options->json, err);

    if (status == WGC_OK && options->json != NULL) {
        status = wgc_file_check_writable(options->json, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_open(request->suite_folder, &run->manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_plan_make(run->manifest, &options->selection, &run->plan, err);
    }
    if (status == WGC_OK) {
        run->record = wgc_record_create();
        if (run->record == NULL) {
            return wgc_err_memory(err, "the record");
        }
        status = wgc_provenance_fill(run->record, request, run->manifest, err);
    }
    if (status == WGC_OK) {
        run->record->total = run->plan->count;
        status = wgc_run_waivers_load(&options->rules, &run->waivers, err);
    }
    if (status == WGC_OK && options->rules.resume != NULL) {
        status = wgc_resume_read(options->rules.resume, run->manifest, run->plan, &run->record,
                                 &run->skip, err);
        run->seconds_before = status == WGC_OK ? run->record->seconds : 0.0;
        run->live_causes.seen = status == WGC_OK ? run->record->result_count : 0;
    }
    if (status == WGC_OK) {
        status =
            wgc_early_end_init(&run->end, options, run->manifest, run->plan, run->started, err);
    }
    if (status == WGC_OK) {
        status = wgc_early_end_resume(&run->end, run->record, err);
    }
    if (status == WGC_OK && options->json != NULL) {
        status = wgc_journal_begin(&run->journal, options->json, run->record, err);
        run->journal_open = status == WGC_OK;
    }
    return status;
}

/* --audit: reruns passed cases alone. */
static enum wgc_status audit(struct wgc_run_state *run, const struct wgc_run_options *run_options,
                             const struct wgc_run_events *events, struct wgc_err *err)
{
    const struct wgc_options *options = run->request->options;
    const struct wgc_audit_spec spec = {
        .manifest = run->manifest,
        .plan = run->plan,
        .base = run_options,
        .device = run->device_known ? (int)run->device.index : run_options->device,
        .requested = options->rules.audit,
        .events = events,
        .progress = &run->progress,
    };

    wgc_progress_start(&run->progress, options->verbosity, options->no_color, options->rules.audit,
                       run->request->label);
    enum wgc_status status = wgc_audit_run(&spec, run->record, err);
    wgc_progress_clear(&run->progress);
    return status;
}

static enum wgc_status supervise(struct wgc_run_state *run, struct wgc_err *err)
{
    const struct wgc_options *options = run->request->options;
    struct wgc_run_options run_options = {
        .program = run->request->program,
        .worker_command = options->worker_command,
        .debug_worker = options->debug_worker,
        .jobs = options->jobs,
        .timeout = options->timeout,
        .limits = options->resource_limits,
        .retries = options->rules.retries,
        .repeat = options->rules.repeat,
        .impl = options->selection.impl,
        .profile = options->selection.profile,
        .seed = options->seed,
        .build_options = run->record->build_options,
        .until = options->rules.time > 0.0 ? run->started + options->rules.time : 0.0,
        .most_cases = options->rules.cases,
        .first_alone = true,
        .interrupted = &run->stop,
    };
    const struct wgc_run_events events = wgc_run_events_of(run);
    enum wgc_status status =
        wgc_select_device(run_options.program, options, &run_options.device, err);

    if (status != WGC_OK) {
        return status;
    }
    wgc_progress_start(&run->progress, options->verbosity, options->no_color,
                       run->plan->count - run->record->result_count, run->request->label);
    status =
        wgc_supervise(run->manifest, run->plan, run->skip, &run_options, &events, &run->stats, err);
    wgc_progress_clear(&run->progress);
    if (status == WGC_OK && run->bad > run->live_causes.bad) {
        status = wgc_run_look_at_causes(run, err);
    }
    if (status == WGC_OK && run->device_err.status != WGC_OK) {
        *err = run->device_err;
        status = err->status;
    }
    if (status == WGC_OK && options->rules.audit > 0 && run->stop == 0) {
        status = audit(run, &run_options, &events, err);
    }
    if (status == WGC_OK && options->unadvertised && run->stop == 0) {
        run_options.interrupted = run->request->interrupted;
        status = wgc_unadvertised_run(run->manifest, run->plan, &run->device, &run_options,
                                      run->record, err);
    }
    return status;
}

static void warn_lone_sub_groups(struct wgc_run_state *run)
{
    struct wgc_buf text = {0};

    if (wgc_lone_sub_groups_put(run->record, &text) && !text.failed) {
        wgc_run_warn(run, text.data);
    }
    wgc_buf_free(&text);
}

/* Completes the record and writes the reports. */
static enum wgc_status finish(struct wgc_run_state *run, struct wgc_err *err)
{
    struct wgc_record *record = run->record;
    const struct wgc_warner warner = {run, wgc_run_warn, run->record};
    struct wgc_err broken;

    record->finished = wgc_provenance_now();
    if (record->finished == NULL) {
        return wgc_err_memory(err, "the record");
    }
    record->seconds = run->seconds_before + wgc_now() - run->started;
    record->complete = record->result_count == wgc_record_total(record);
    enum wgc_status status =
        wgc_early_end_finish(&run->end, *run->request->interrupted != 0, record, err);
    if (status != WGC_OK) {
        return status;
    }
    if (record->complete) {
        wgc_waivers_count(&run->waivers, record);
        wgc_run_waivers_end(&run->waivers, &warner);
    }
    /* a shard may well have only skips: merge checks the whole */
    if (record->complete && wgc_skips_only(record) &&
        run->request->options->selection.shards <= 1) {
        wgc_run_warn(run, wgc_skips_only_warning);
    }
    if (record->complete && run->request->options->selection.shards <= 1) {
        warn_lone_sub_groups(run);
    }
    if (wgc_run_rules_broken(&run->request->options->rules, record, &broken)) {
        wgc_run_warn(run, broken.text);
        run->broken = true;
    }
    wgc_record_sort(record);
    status = run->journal_open ? wgc_journal_finish(&run->journal, record, err) : WGC_OK;
    return status == WGC_OK ? wgc_outputs_write(&run->request->options->outputs, record, err)
                            : status;
}

static void release(struct wgc_run_state *run)
{
    if (run->journal_open) {
        wgc_journal_free(&run->journal);
    }
    wgc_waivers_free(&run->waivers);
    wgc_early_end_free(&run->end);
    free(run->skip);
    wgc_record_free(run->record);
    wgc_plan_free(run->plan);
    wgc_manifest_free(run->manifest);
}

enum wgc_status wgc_run(const struct wgc_run_request *request, int *exit_status,
                        struct wgc_err *err)
{
    struct wgc_run_state run = {.request = request, .started = wgc_now()};
    enum wgc_status status = prepare(&run, err);

    if (status == WGC_OK) {
        status = wgc_run_lines_start(request->options, run.plan->count, err);
    }
    if (status == WGC_OK && run.plan->count > 0) {
        status = supervise(&run, err);
    }
    if (status == WGC_OK) {
        status = finish(&run, err);
    }
    if (status == WGC_OK) {
        status = wgc_run_lines_end(request->options, run.record, err);
    }
    if (status == WGC_OK) {
        const struct wgc_run_end_text end = {request, run.manifest, run.record, &run.end,
                                             &run.stats};
        status = wgc_run_print_end(&end, err);
        *exit_status = run.broken ? 1 : wgc_record_exit_status(run.record);
    }
    if (status == WGC_OK) {
        status = wgc_early_end_status(&run.end, err);
    }
    release(&run);
    return status;
}
