#include "explore_run/explore.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "explore_run/parts.h"
#include "run/provenance.h"
#include "run/run_waivers.h"
#include "run/select_devices.h"

enum { USUAL_PROGRAMS = 1000, TIMED_PROGRAMS = 1000000 };

void wgc_exploration_warn(struct wgc_exploration *exploration, const char *text)
{
    struct wgc_err err;

    wgc_progress_clear(&exploration->progress);
    (void)fprintf(stderr, "warning: %s\n", text);
    /* an error is ignored: the warning was printed */
    (void)wgc_record_warn(exploration->record, text, &err);
    if (exploration->journal_open) {
        (void)wgc_journal_warning(&exploration->journal, text,
                                  wgc_record_is_of_waiver(exploration->record, text), &err);
    }
}

static enum wgc_status make_record(struct wgc_exploration *exploration, struct wgc_err *err)
{
    exploration->record = wgc_record_create();
    if (exploration->record == NULL) {
        return wgc_err_memory(err, "the record");
    }
    enum wgc_status status =
        wgc_provenance_fill(exploration->record, exploration->request, exploration->manifest, err);
    exploration->run_options.build_options = exploration->record->build_options;
    exploration->record->open_ended = exploration->open_ended;
    exploration->record->total = exploration->open_ended ? 0 : exploration->programs;
    return status;
}

static void set_options(struct wgc_exploration *exploration)
{
    const struct wgc_options *options = exploration->request->options;

    exploration->timed = options->explore.seconds > 0.0;
    exploration->programs = options->explore.programs != 0 ? options->explore.programs
                            : exploration->timed           ? TIMED_PROGRAMS
                                                           : USUAL_PROGRAMS;
    exploration->open_ended = exploration->timed && options->explore.programs == 0;
    wgc_generate_defaults(&exploration->generate);
    if (options->explore.size != 0) {
        exploration->generate.statements = options->explore.size;
    }
    exploration->run_options = (struct wgc_run_options){
        .program = exploration->request->program,
        .worker_command = options->worker_command,
        .jobs = options->jobs,
        .timeout = options->timeout,
        .limits = options->resource_limits,
        .repeat = 1,
        .impl = options->selection.impl,
        .profile = options->selection.profile,
        .seed = options->seed,
    };
}

static enum wgc_status prepare(struct wgc_exploration *exploration, struct wgc_err *err)
{
    const struct wgc_options *options = exploration->request->options;
    enum wgc_status status = wgc_outputs_check(&options->outputs, options->json, err);

    set_options(exploration);
    if (status == WGC_OK) {
        status = wgc_without_read(options->explore.without, options->explore.without_count,
                                  &exploration->generate, err);
    }
    if (status == WGC_OK && wgc_selects_several(options)) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "--device: an exploration is of one device");
    }
    if (status == WGC_OK && options->json != NULL) {
        status = wgc_file_check_writable(options->json, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_open(exploration->request->suite_folder, &exploration->manifest, err);
    }
    if (status == WGC_OK) {
        status = make_record(exploration, err);
    }
    if (status == WGC_OK) {
        status = wgc_run_waivers_load(&options->rules, &exploration->waivers, err);
    }
    if (status == WGC_OK && options->rules.resume != NULL) {
        status = wgc_exploration_resume(exploration, err);
    }
    if (status == WGC_OK) {
        status = wgc_exploration_set_json(exploration, err);
    }
    if (status == WGC_OK && options->json != NULL) {
        status = wgc_journal_begin(&exploration->journal, options->json, exploration->record, err);
        exploration->journal_open = status == WGC_OK;
    }
    if (status == WGC_OK) {
        status = wgc_select_device(exploration->request->program, options,
                                   &exploration->run_options.device, err);
    }
    return status;
}

/* Prints the summary to standard output, or to standard error if a report goes to standard output.
 */
static enum wgc_status print_summary(const struct wgc_exploration *exploration, struct wgc_err *err)
{
    const struct wgc_options *options = exploration->request->options;
    const bool report_there = wgc_outputs_on_stdout(&options->outputs, options->json);
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_exploration_put_text(exploration, &text, err);

    if (status == WGC_OK && text.failed) {
        status = wgc_err_memory(err, "the summary");
    }
    if (status == WGC_OK) {
        status = wgc_file_write(report_there ? "/dev/stderr" : "-", text.data, text.size, err);
    }
    wgc_buf_free(&text);
    return status;
}

/* What ended the exploration. */
static const char *find_end(const struct wgc_exploration *exploration)
{
    const struct wgc_record *record = exploration->record;

    if (exploration->stop != 0) {
        return "interrupted";
    }
    if (!exploration->open_ended && record->result_count == wgc_record_total(record)) {
        return "programs";
    }
    if (exploration->is_out_of_time) {
        return "time";
    }
    if (wgc_exploration_has_enough(exploration)) {
        return "max_failures";
    }
    return wgc_exploration_is_hopeless(exploration) ? "same_failure" : "programs";
}

/* The totals: programs that the time had no room for were never selected. */
static void set_end(struct wgc_exploration *exploration)
{
    struct wgc_record *record = exploration->record;
    const char *ended = find_end(exploration);
    const bool by_time = strcmp(ended, "time") == 0;

    if (exploration->open_ended || by_time) {
        wgc_record_fix_total(record);
    }
    record->complete = by_time || strcmp(ended, "programs") == 0;
    exploration->ended = ended;
}

/* Completes the record and writes the reports. */
static enum wgc_status finish(struct wgc_exploration *exploration, struct wgc_err *err)
{
    struct wgc_record *record = exploration->record;

    record->finished = wgc_provenance_now();
    if (record->finished == NULL) {
        return wgc_err_memory(err, "the record");
    }
    record->seconds = exploration->seconds_before + wgc_now() - exploration->started;
    set_end(exploration);
    enum wgc_status status = wgc_exploration_set_verdicts(exploration, err);
    if (status == WGC_OK) {
        status = wgc_exploration_set_json(exploration, err);
    }
    if (status == WGC_OK) {
        status = print_summary(exploration, err);
    }
    if (status == WGC_OK) {
        wgc_record_sort(record); /* the places of the findings are of no use from here on */
        status = exploration->journal_open ? wgc_journal_finish(&exploration->journal, record, err)
                                           : WGC_OK;
    }
    return status == WGC_OK
               ? wgc_outputs_write(&exploration->request->options->outputs, record, err)
               : status;
}

static void release(struct wgc_exploration *exploration)
{
    if (exploration->journal_open) {
        wgc_journal_free(&exploration->journal);
    }
    wgc_reductions_free(exploration->reductions);
    wgc_idle_workers_free(exploration->run_options.idle);
    wgc_findings_free(&exploration->findings);
    wgc_buf_free(&exploration->same_kind.kind);
    wgc_waivers_free(&exploration->waivers);
    free(exploration->done);
    wgc_record_free(exploration->record);
    wgc_manifest_free(exploration->manifest);
}

enum wgc_status wgc_explore(const struct wgc_run_request *request, int *exit_status,
                            struct wgc_err *err)
{
    struct wgc_exploration exploration = {
        .request = request, .started = wgc_now(), .last_moment = HUGE_VAL};
    enum wgc_status status = prepare(&exploration, err);

    if (status == WGC_OK) {
        exploration.reductions = wgc_reductions_create(&exploration);
        exploration.run_options.idle = wgc_idle_workers_create();
        status = exploration.reductions == NULL || exploration.run_options.idle == NULL
                     ? wgc_err_memory(err, "the exploration")
                     : wgc_exploration_run(&exploration, err);
    }
    if (status == WGC_OK) {
        status = finish(&exploration, err);
    }
    if (status == WGC_OK) {
        *exit_status = wgc_record_exit_status(exploration.record);
    }
    release(&exploration);
    return status;
}
