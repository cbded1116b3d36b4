#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/plural.h"
#include "base/system.h"
#include "run/parts.h"
#include "run/early_end.h"
#include "run/select_devices.h"
#include "run/live_causes.h"
#include "run/progress.h"
#include "run/provenance.h"
#include "run/resume.h"
#include "run/run_lines.h"
#include "run/run_waivers.h"
#include "report_file/journal.h"
#include "reports/lone_sub_groups.h"
#include "reports/skips.h"
#include "reports/summary.h"
#include "supervisor/supervisor.h"

enum { CAUSES_SHOWN = 15, ROWS_AT_LEAST = 10 };

/* The state of a run. */
struct run {
    const struct wgc_run_request *request;
    struct wgc_manifest *manifest;
    struct wgc_plan *plan;
    struct wgc_record *record;
    struct wgc_journal journal;
    bool journal_open;
    bool broken;               /* --min-cases or --skips-as-fails */
    struct wgc_err device_err; /* the error of on_device, whose caller takes none */
    struct wgc_waivers waivers;
    unsigned char *skip;        /* for --resume: the cases of the plan with a result; or NULL */
    unsigned bad;               /* bad results, for --max-failures */
    volatile sig_atomic_t stop; /* the signal that main caught, or 1: the run ends early */
    struct wgc_early_end end;
    struct wgc_progress progress;
    struct wgc_live_causes live_causes;
    struct wgc_run_stats stats;
    bool device_known;             /* device is filled in */
    struct wgc_device_info device; /* for the unadvertised run; without name and json */
    double seconds_before;         /* of the run that is resumed */
    double started;                /* seconds on the monotonic clock */
};

static void on_warning(void *context, const char *text)
{
    struct run *run = context;
    const char *label = run->request->label;
    struct wgc_err err;

    wgc_progress_clear(&run->progress);
    (void)fprintf(stderr, "%swarning: %s\n", label == NULL ? "" : label, text);
    /* an error is ignored: the warning was printed */
    (void)wgc_record_warn(run->record, text, &err);
    if (run->journal_open) {
        (void)wgc_journal_warning(&run->journal, text, &err);
    }
}

static enum wgc_status set_device(struct run *run, const struct wgc_device_info *info,
                                  struct wgc_err *err)
{
    const struct wgc_selection *selection = &run->request->options->selection;
    const struct wgc_warner warner = {run, on_warning};
    struct wgc_record_device device = {0};
    struct wgc_waivers_target target = {
        .device = &device,
        .impl = selection->impl,
        .manifest = run->manifest,
        .plan = run->plan,
    };
    enum wgc_status status = wgc_record_device_parse(info->json, &device, err);

    if (status == WGC_OK) {
        status = wgc_resume_check_device(&run->record->device, &device, err);
    }
    if (status == WGC_OK) {
        status = wgc_run_waivers_bind(&run->waivers, &target, &warner, err);
    }
    if (status != WGC_OK) {
        wgc_record_device_free(&device);
        return status;
    }
    wgc_record_device_free(&run->record->device);
    run->record->device = device;
    return run->journal_open ? wgc_journal_device(&run->journal, device.json, err) : WGC_OK;
}

/* Prints a shard that came from the environment: the command line does not show it. */
static void print_shard(const struct wgc_options *options)
{
    if (options->shard_from != NULL) {
        (void)fprintf(stderr, " (shard %u/%u from %s)", options->selection.shard,
                      options->selection.shards, options->shard_from);
    }
}

/* Before a run of everything: that a much shorter one exists. */
static void print_quick(const struct run *run)
{
    struct wgc_selection quick = run->request->options->selection;
    struct wgc_plan *plan = NULL;
    struct wgc_err err;

    if (quick.filter_count > 0 || quick.profile == WGC_PROFILE_QUICK || quick.shards > 1) {
        return;
    }
    quick.profile = WGC_PROFILE_QUICK;
    if (wgc_plan_make(run->manifest, &quick, &plan, &err) == WGC_OK) {
        (void)fprintf(stderr, "this is every case of profile %s; -p quick has %zu of them\n",
                      wgc_profile_name(run->request->options->selection.profile), plan->count);
        wgc_plan_free(plan);
    }
}

/* Cases that the command line names, and that do not run. */
static void warn_elsewhere(struct run *run)
{
    const struct wgc_plan *plan = run->plan;
    struct wgc_err text;

    if (plan->elsewhere_count > 0) {
        (void)wgc_err_set(
            &text, WGC_OK,
            "%zu case%s named on the command line %s not in profile %s, or not in the "
            "language or implementation that was asked for: %s%s",
            plan->elsewhere_count, wgc_plural(plan->elsewhere_count),
            plan->elsewhere_count == 1 ? "is" : "are",
            wgc_profile_name(run->request->options->selection.profile), plan->elsewhere,
            plan->elsewhere_count == 1 ? "" : ", ...");
        on_warning(run, text.text);
    }
}

static void print_device(const struct wgc_device_info *info, const char *platform, size_t cases)
{
    (void)fprintf(stderr, "device %u: %s [%s], %zu case%s", (unsigned)info->index, info->name,
                  platform == NULL ? "?" : platform, cases, wgc_plural(cases));
}

static void on_device(void *context, const struct wgc_device_info *info)
{
    struct run *run = context;

    if (set_device(run, info, &run->device_err) != WGC_OK) {
        run->stop = 1;
    }
    wgc_early_end_on_device(&run->end, wgc_now());
    run->device_known = true;
    run->device = *info;
    run->device.name = NULL; /* the supervisor owns the strings */
    run->device.json = NULL;
    if (run->request->options->verbosity != WGC_QUIET) {
        wgc_progress_clear(&run->progress);
        print_device(info, run->record->device.platform, run->plan->count);
        print_shard(run->request->options);
        (void)fputc('\n', stderr);
        print_quick(run);
    }
    warn_elsewhere(run);
}

/* Whether a resumed run has the finding already. */
static bool is_known(const struct run *run, const struct wgc_result *finding)
{
    bool known = false;

    for (size_t i = 0; finding->unselected && i < run->record->result_count; i++) {
        known = known || strcmp(run->record->result[i].name, finding->name) == 0;
    }
    return known;
}

static void on_new_cause(void *context, const struct wgc_report_cause *cause, size_t number)
{
    const struct run *run = context;

    wgc_progress_cause(&run->progress, cause, number);
}

/* Prints new causes; stops after --max-causes. */
static enum wgc_status look_at_causes(struct run *run, struct wgc_err *err)
{
    const unsigned limit = run->request->options->rules.max_causes;
    enum wgc_status status =
        wgc_live_causes_look(&run->live_causes, run->record, on_new_cause, run, err);

    run->live_causes.bad = run->bad; /* without those of a run that is resumed */
    if (limit > 0 && run->live_causes.causes >= limit) {
        run->stop = 1;
    }
    return status;
}

/* Looks at the causes where that is due. */
static enum wgc_status follow_causes(struct run *run, struct wgc_err *err)
{
    const bool counts = run->request->options->rules.max_causes > 0;
    const bool watched = counts || run->request->options->verbosity != WGC_QUIET;

    return watched && wgc_live_causes_due(&run->live_causes, run->bad, counts, wgc_now())
               ? look_at_causes(run, err)
               : WGC_OK;
}

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    struct run *run = context;
    unsigned limit = run->request->options->rules.max_failures;

    if (run->stop != 0) {
        return WGC_OK; /* the run is stopping: the case counts as not run */
    }
    if (is_known(run, result)) {
        on_warning(run, result->reason);
        wgc_result_free(result);
        return WGC_OK;
    }
    enum wgc_status status = wgc_waivers_apply(&run->waivers, result, err);
    if (status == WGC_OK) {
        wgc_progress_result(&run->progress, result);
        run->bad += wgc_state_is_bad(result->state);
        status = wgc_early_end_on_result(&run->end, result, err);
    }
    if (status == WGC_OK) {
        status = wgc_run_lines_result(run->request->options, result, err);
    }
    if (status == WGC_OK) {
        run->stop = (limit > 0 && run->bad >= limit) || wgc_early_end_stops(&run->end, wgc_now());
        status = run->journal_open ? wgc_journal_result(&run->journal, result, err) : WGC_OK;
    }
    if (status == WGC_OK) {
        status = wgc_record_add(run->record, result, err);
    }
    return status == WGC_OK ? follow_causes(run, err) : status;
}

static void on_tick(void *context, double seconds_left)
{
    struct run *run = context;

    run->stop = run->stop != 0 || wgc_early_end_stops(&run->end, wgc_now());
    run->stop = *run->request->interrupted != 0 ? *run->request->interrupted : run->stop;
    wgc_progress_tick(&run->progress, seconds_left);
}

static bool selects(void *context, size_t index)
{
    struct run *run = context;

    return wgc_early_end_needs(&run->end, index);
}

static unsigned expects(void *context, size_t index)
{
    const struct run *run = context;
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(run->manifest, &run->plan->item[index], name);
    return wgc_waivers_expected_ends(&run->waivers, name);
}

static enum wgc_status prepare(struct run *run, struct wgc_err *err)
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
static enum wgc_status audit(struct run *run, const struct wgc_run_options *run_options,
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

static enum wgc_status supervise(struct run *run, struct wgc_err *err)
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
        .until = options->rules.time > 0.0 ? run->started + options->rules.time : 0.0,
        .most_cases = options->rules.cases,
        .first_alone = true,
        .interrupted = &run->stop,
    };
    const struct wgc_run_events events = {.context = run,
                                          .device = on_device,
                                          .selects = selects,
                                          .expects = expects,
                                          .result = on_result,
                                          .tick = on_tick,
                                          .warning = on_warning};
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
        status = look_at_causes(run, err);
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

/* What follows failures and skips: the totals, and what else a run finds. */
static enum wgc_status put_last(const struct run *run, const struct wgc_summary_style *style,
                                struct wgc_buf *text, struct wgc_err *err)
{
    enum wgc_status status = wgc_run_notes(run->manifest, run->request->options, text, err);

    wgc_summary_totals(run->record, style, text);
    wgc_audit_summary(run->record, text);
    wgc_unadvertised_table(run->record, text);
    wgc_early_end_put(&run->end, text);
    if (style->verbose) {
        wgc_buf_printf(text,
                       "workers: %.2f s, of these %.2f s in the driver, %.2f s making data and "
                       "what is expected of it, %.2f s judging\n",
                       run->stats.worker_seconds, run->stats.driver_seconds,
                       run->stats.data_seconds, run->stats.judge_seconds);
    }
    return status;
}

/* Prints the summary to standard output, or to standard error if a report goes to standard output.
 * Without -v it is at most a screen. */
static enum wgc_status print_summary(const struct run *run, struct wgc_err *err)
{
    const struct wgc_options *options = run->request->options;
    const bool verbose = options->verbosity == WGC_VERBOSE;
    const size_t screen = WGC_SCREEN_ROWS;
    bool report_there =
        options->lines != WGC_LINES_NONE || wgc_outputs_on_stdout(&options->outputs, options->json);
    int fd = report_there ? STDERR_FILENO : STDOUT_FILENO;
    struct wgc_summary_style style = {
        .color = wgc_use_color(fd, options->no_color),
        .verbose = verbose,
        .failure_limit = verbose ? SIZE_MAX : CAUSES_SHOWN,
        .report = options->json != NULL && strcmp(options->json, "-") != 0 ? options->json : NULL,
    };
    struct wgc_buf text = {0}, last = {0};

    enum wgc_status status = put_last(run, &style, &last, err);
    if (options->verbosity != WGC_QUIET) {
        const size_t taken = wgc_screen_rows(&last);
        style.rows = verbose ? 0 : taken + ROWS_AT_LEAST < screen ? screen - taken : ROWS_AT_LEAST;
        wgc_summary_put(run->record, &style, &text);
    }
    wgc_buf_add(&text, last.data == NULL ? "" : last.data, last.size);
    text.failed = text.failed || last.failed;
    wgc_buf_free(&last);
    if (status == WGC_OK) {
        status = wgc_github_actions_report(run->record, &text, err);
    }
    if (status == WGC_OK && text.failed) {
        status = wgc_err_memory(err, "the summary");
    }
    if (status == WGC_OK && run->request->summary != NULL) {
        wgc_buf_add(run->request->summary, text.data, text.size);
    } else if (status == WGC_OK) {
        status = wgc_file_write(report_there ? "/dev/stderr" : "-", text.data, text.size, err);
    }
    wgc_buf_free(&text);
    return status;
}

static void warn_lone_sub_groups(struct run *run)
{
    struct wgc_buf text = {0};

    if (wgc_lone_sub_groups_put(run->record, &text) && !text.failed) {
        on_warning(run, text.data);
    }
    wgc_buf_free(&text);
}

/* Completes the record and writes the reports. */
static enum wgc_status finish(struct run *run, struct wgc_err *err)
{
    struct wgc_record *record = run->record;
    const struct wgc_warner warner = {run, on_warning};
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
        on_warning(run, wgc_skips_only_warning);
    }
    if (record->complete && run->request->options->selection.shards <= 1) {
        warn_lone_sub_groups(run);
    }
    if (wgc_run_rules_broken(&run->request->options->rules, record, &broken)) {
        on_warning(run, broken.text);
        run->broken = true;
    }
    wgc_record_sort(record);
    status = run->journal_open ? wgc_journal_finish(&run->journal, record, err) : WGC_OK;
    return status == WGC_OK ? wgc_outputs_write(&run->request->options->outputs, record, err)
                            : status;
}

static void release(struct run *run)
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
    struct run run = {.request = request, .started = wgc_now()};
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
        status = print_summary(&run, err);
        *exit_status = run.broken ? 1 : wgc_record_exit_status(run.record);
    }
    if (status == WGC_OK) {
        status = wgc_early_end_status(&run.end, err);
    }
    release(&run);
    return status;
}
