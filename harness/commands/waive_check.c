#include "commands/parts.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/plural.h"
#include "causes/cause_names.h"
#include "explore_run/relabel.h"
#include "report_file/report_json.h"
#include "reports/outputs.h"
#include "reports/summary.h"
#include "run/progress.h"
#include "run/run_waivers.h"
#include "suite/suite_folder.h"
#include "waivers/waivers.h"

static void on_warning(void *context, const char *text)
{
    struct wgc_record *record = context;
    struct wgc_err err;

    (void)fprintf(stderr, "warning: %s\n", text);
    /* an error is ignored: the warning was printed */
    (void)wgc_record_warn(record, text, &err);
}

static enum wgc_status apply_to_run(struct wgc_waivers *waivers, struct wgc_waivers_target *target,
                                    struct wgc_record *record, size_t *undone, struct wgc_err *err)
{
    const struct wgc_warner warner = {record, on_warning, record};
    enum wgc_status status = wgc_run_waivers_bind(waivers, target, &warner, err);

    return status == WGC_OK ? wgc_waivers_reapply(waivers, record, undone, err) : status;
}

/* The ids of causes are those without waivers, so all are undone before. */
static enum wgc_status apply_to_explore(struct wgc_waivers *waivers,
                                        struct wgc_waivers_target *target,
                                        struct wgc_record *record, size_t *undone,
                                        struct wgc_err *err)
{
    const struct wgc_warner warner = {record, on_warning, record};
    struct wgc_cause_names names;
    enum wgc_status status = wgc_waivers_undo_all(record, undone, err);

    if (status == WGC_OK) {
        status = wgc_cause_names_put(record, &names, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    status = wgc_run_waivers_bind(waivers, target, &warner, err);
    if (status == WGC_OK) {
        status = wgc_waive_bad_results(waivers, record, err);
    }
    wgc_cause_names_remove(record, &names);
    return status == WGC_OK ? wgc_explore_relabel(record, err) : status;
}

static enum wgc_status apply(const char *report, struct wgc_waivers *waivers,
                             struct wgc_record *record, struct wgc_err *err)
{
    const struct wgc_warner warner = {record, on_warning, record};
    struct wgc_waivers_target target = {
        .device = &record->device,
        .impl = record->impl != NULL && strcmp(record->impl, "emulated") == 0 ? WGC_IMPL_EMULATED
                                                                              : WGC_IMPL_BUILTIN,
        .record = record,
    };
    size_t undone = 0;

    wgc_record_remove_waiver_warnings(record);
    enum wgc_status status = record->explore != NULL
                                 ? apply_to_explore(waivers, &target, record, &undone, err)
                                 : apply_to_run(waivers, &target, record, &undone, err);
    if (status != WGC_OK) {
        return wgc_err_wrap(err, "%s", report);
    }
    if (undone > 0) {
        (void)fprintf(stderr, "%s: %zu result%s had a waiver, which was undone first\n", report,
                      undone, wgc_plural(undone));
    }
    status = wgc_waivers_note_files(waivers, record, err);
    if (record->complete) {
        wgc_run_waivers_end(waivers, &warner);
    } else {
        (void)fprintf(
            stderr, "warning: %s is of a run that was cut short: no waiver is reported as unused\n",
            report);
    }
    return status;
}

/* "waivers: 4 given, 2 used, 1 unused, 1 expired" */
static void put_counts(struct wgc_buf *out, const struct wgc_waivers *waivers)
{
    size_t used = 0;
    size_t unused = 0;
    size_t expired = 0;
    struct wgc_err text;

    for (size_t i = 0; i < waivers->count; i++) {
        const struct wgc_waiver *waiver = &waivers->item[i];
        used += waiver->met > 0;
        unused += wgc_waiver_describe_unused(waiver, &text);
        expired += wgc_waiver_describe_expired(waiver, &text);
    }
    const size_t other = waivers->count - used - unused - expired;
    wgc_buf_printf(out, "waivers: %zu given, %zu used, %zu unused, %zu expired", waivers->count,
                   used, unused, expired);
    if (other > 0) { /* of other devices or cases, or of flaky cases that did not run */
        wgc_buf_printf(out, ", %zu not applicable", other);
    }
    wgc_buf_char(out, '\n');
}

static void put_summary(struct wgc_buf *out, const struct wgc_options *options,
                        const struct wgc_record *record, const struct wgc_waivers *waivers)
{
    const struct wgc_summary_style style = {.color = wgc_use_color(STDOUT_FILENO, false),
                                            .verbose = options->verbosity == WGC_VERBOSE,
                                            .failure_limit = SIZE_MAX,
                                            .report = options->operand[0]};

    wgc_summary_causes(record, &style, out);
    wgc_summary_totals(record, &style, out);
    put_counts(out, waivers);
}

/* Writes the report; if it goes to standard output, the summary goes to standard error. */
static enum wgc_status write_report(const char *path, const struct wgc_record *record,
                                    struct wgc_buf *summary, struct wgc_err *err)
{
    const struct wgc_outputs no_others = {0};
    const bool on_stdout = wgc_outputs_on_stdout(&no_others, path);
    enum wgc_status status = wgc_report_json_write(path, record, err);

    if (status == WGC_OK && on_stdout && !summary->failed) {
        status = wgc_file_write("/dev/stderr", summary->data, summary->size, err);
        wgc_buf_clear(summary);
    }
    return status;
}

/* The first query that matches no case of the suite, as an error. */
static void note_unknown(void *context, const char *text)
{
    struct wgc_err *first = context;

    if (first->status == WGC_OK) {
        (void)wgc_err_set(first, WGC_ERR_INPUT, "%s", text);
    }
}

static enum wgc_status check_queries(const struct wgc_waivers *waivers,
                                     const struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_manifest *manifest = NULL;
    struct wgc_err unknown = {0};

    if (record->explore != NULL) {
        return WGC_OK; /* queries are ids of causes */
    }
    enum wgc_status status = wgc_load_suite(&manifest, err);
    if (status == WGC_OK) {
        status = wgc_waivers_find_unknown(waivers, manifest, note_unknown, &unknown, err);
        wgc_manifest_free(manifest);
    }
    if (status == WGC_OK && unknown.status != WGC_OK) {
        *err = unknown;
        status = unknown.status;
    }
    return status;
}

enum wgc_status wgc_waive_check(const struct wgc_options *options, struct wgc_buf *out,
                                int *exit_status, struct wgc_err *err)
{
    const char *path = options->operand[0];
    struct wgc_report_set set = {0};
    struct wgc_waivers waivers = {0};
    enum wgc_status status = wgc_run_waivers_load(&options->rules, &waivers, err);

    if (status == WGC_OK) {
        status = wgc_report_set_read(options->operand, options->operand_count, &set, err);
    }
    if (status == WGC_OK) {
        status = check_queries(&waivers, set.record[0], err);
    }
    if (status == WGC_OK) {
        status = apply(path, &waivers, set.record[0], err);
    }
    if (status == WGC_OK) {
        put_summary(out, options, set.record[0], &waivers);
        *exit_status = wgc_record_exit_status(set.record[0]);
    }
    if (status == WGC_OK && options->output != NULL) {
        status = write_report(options->output, set.record[0], out, err);
    }
    wgc_waivers_free(&waivers);
    wgc_report_set_free(&set);
    return status;
}
