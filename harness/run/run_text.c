/* What a run prints before its first case, and at its end. */
#include "run/parts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/plural.h"
#include "reports/summary.h"

enum { CAUSES_SHOWN = 15, ROWS_AT_LEAST = 10 };

/* Prints a shard that came from the environment: the command line does not show it. */
static void print_shard(const struct wgc_options *options)
{
    if (options->shard_from != NULL) {
        (void)fprintf(stderr, " (shard %u/%u from %s)", options->selection.shard,
                      options->selection.shards, options->shard_from);
    }
}

/* Before a run of everything: that a much shorter one exists. */
static void print_quick(const struct wgc_options *options, const struct wgc_manifest *manifest)
{
    struct wgc_selection quick = options->selection;
    struct wgc_plan *plan = NULL;
    struct wgc_err err;

    if (quick.filter_count > 0 || quick.profile == WGC_PROFILE_QUICK || quick.shards > 1) {
        return;
    }
    quick.profile = WGC_PROFILE_QUICK;
    if (wgc_plan_make(manifest, &quick, &plan, &err) == WGC_OK) {
        (void)fprintf(stderr, "this is every case of profile %s; -p quick has %zu of them\n",
                      wgc_profile_name(options->selection.profile), plan->count);
        wgc_plan_free(plan);
    }
}

void wgc_run_print_device(const struct wgc_options *options, const struct wgc_manifest *manifest,
                          const struct wgc_device_info *info, const char *platform, size_t cases)
{
    (void)fprintf(stderr, "device %u: %s [%s], %zu case%s", (unsigned)info->index, info->name,
                  platform == NULL ? "?" : platform, cases, wgc_plural(cases));
    print_shard(options);
    (void)fputc('\n', stderr);
    print_quick(options, manifest);
}

/* What follows failures and skips: the totals, and what else a run finds. */
static enum wgc_status put_last(const struct wgc_run_end_text *run,
                                const struct wgc_summary_style *style, struct wgc_buf *text,
                                struct wgc_err *err)
{
    const bool has_steps =
        wgc_summary_is_screen(style) && wgc_summary_has_steps(run->record, style);
    enum wgc_status status =
        wgc_run_notes(run->manifest, run->request->options, !has_steps, text, err);

    if (run->request->options->verbosity != WGC_QUIET) {
        wgc_summary_device(run->record, text);
    }
    wgc_summary_totals(run->record, style, text);
    wgc_audit_summary(run->record, text);
    wgc_unadvertised_table(run->record, text);
    wgc_early_end_put(run->end, run->record, style, text);
    if (style->verbose) {
        wgc_buf_printf(text,
                       "workers: %.2f s, of these %.2f s in the driver, %.2f s making data and "
                       "what is expected of it, %.2f s judging\n",
                       run->stats->worker_seconds, run->stats->driver_seconds,
                       run->stats->data_seconds, run->stats->judge_seconds);
    }
    return status;
}

enum wgc_status wgc_run_print_end(const struct wgc_run_end_text *run, struct wgc_err *err)
{
    const struct wgc_options *options = run->request->options;
    const bool verbose = options->verbosity == WGC_VERBOSE;
    bool report_there =
        options->lines != WGC_LINES_NONE || wgc_outputs_on_stdout(&options->outputs, options->json);
    int fd = report_there ? STDERR_FILENO : STDOUT_FILENO;
    const size_t screen = wgc_output_rows(fd);
    struct wgc_summary_style style = {
        .color = wgc_use_color(fd, options->no_color),
        .verbose = verbose,
        .failure_limit = verbose ? SIZE_MAX : CAUSES_SHOWN,
        .columns = wgc_output_columns(fd),
        .report = options->json != NULL && strcmp(options->json, "-") != 0 ? options->json : NULL,
    };
    struct wgc_buf text = {0}, last = {0};

    enum wgc_status status = put_last(run, &style, &last, err);
    if (options->verbosity != WGC_QUIET) {
        const size_t taken = wgc_screen_rows(&last, &style);
        style.rows = verbose ? 0 : taken + ROWS_AT_LEAST < screen ? screen - taken : ROWS_AT_LEAST;
        wgc_summary_put(run->record, &style, &text);
    }
    wgc_buf_add(&text, wgc_buf_str(&last), last.size);
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
