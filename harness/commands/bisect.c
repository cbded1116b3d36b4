#include "commands/bisect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report_text.h"
#include "commands/parts.h"
#include "compare/bisect.h"
#include "process/run_tmpdir.h"
#include "report_file/journal.h"
#include "reports/detail.h"
#include "run/run_devices.h"

/* What the runs of one search share. */
struct bisect {
    const struct wgc_run_request *request;
    const char *name; /* of the case */
    char *const *environment;
    char **driver; /* the version of each driver that ran; else NULL */
    char *report;  /* the file of the run */
};

/* Prints "[2] OCL_ICD_VENDORS=/drivers/2: " and the text. */
static void print_verdict(const struct bisect *bisect, size_t version, const struct wgc_buf *text)
{
    (void)fprintf(stderr, "[%zu] %s: %s\n", version + 1, bisect->environment[version],
                  wgc_buf_str(text));
}

/* The result of the case; NULL if the run has none. */
static const struct wgc_result *find_result(const struct bisect *bisect,
                                            const struct wgc_record *record)
{
    const struct wgc_result *found = NULL;

    for (size_t i = 0; i < record->result_count; i++) {
        if (strcmp(record->result[i].name, bisect->name) == 0) {
            found = &record->result[i];
        }
    }
    return found;
}

static enum wgc_status read_verdict(struct bisect *bisect, size_t version,
                                    struct wgc_bisect_verdict *verdict, struct wgc_err *err)
{
    struct wgc_record *record = NULL;
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_journal_read(bisect->report, &record, err);
    const struct wgc_result *result = status == WGC_OK ? find_result(bisect, record) : NULL;

    if (result != NULL) {
        const char *driver = record->device.driver_version;
        verdict->known = result->state != WGC_STATE_SKIP;
        verdict->state = result->state;
        bisect->driver[version] = strdup(driver == NULL ? "unknown" : driver);
        wgc_buf_printf(&text, "%s, driver ", wgc_state_name(result->state));
        wgc_report_text(&text, driver == NULL ? "unknown" : driver);
        if (result->state != WGC_STATE_PASS) {
            wgc_buf_text(&text, ": ");
            wgc_detail_line(&text, result);
        }
        print_verdict(bisect, version, &text);
    }
    wgc_buf_free(&text);
    wgc_record_free(record);
    return status;
}

/* The options of the run of the case. */
static struct wgc_options options_of(const struct bisect *bisect)
{
    struct wgc_options options = *bisect->request->options;

    options.command = WGC_COMMAND_RUN;
    options.selection.filter = (const char *const *)&bisect->name;
    options.selection.filter_count = 1;
    options.selection.shard = options.selection.shards = 1;
    options.json = bisect->report;
    options.verbosity = WGC_QUIET;
    options.jobs = 1;
    return options;
}

/* A driver that does not run is no error of the search. */
static enum wgc_status run_case(struct bisect *bisect, size_t version,
                                struct wgc_bisect_verdict *verdict, struct wgc_err *err)
{
    const struct wgc_options options = options_of(bisect);
    struct wgc_buf summary = {0};
    struct wgc_run_request request = *bisect->request;
    int exit_status = 0;

    request.options = &options;
    request.summary = &summary;
    enum wgc_status status = wgc_run(&request, &exit_status, err);
    wgc_buf_free(&summary);
    if (*request.interrupted != 0) {
        return wgc_err_set(err, WGC_ERR_RUN, "interrupted");
    }
    if (status == WGC_ERR_DEVICE || status == WGC_ERR_RUN) {
        struct wgc_buf text = {0};
        wgc_buf_printf(&text, "no verdict: %s", err->text);
        print_verdict(bisect, version, &text);
        wgc_buf_free(&text);
        return WGC_OK;
    }
    return status == WGC_OK ? read_verdict(bisect, version, verdict, err) : status;
}

static enum wgc_status judge(void *context, size_t version, struct wgc_bisect_verdict *verdict,
                             struct wgc_err *err)
{
    struct bisect *bisect = context;
    struct wgc_settings settings;
    enum wgc_status status = wgc_settings_parse(bisect->environment[version], &settings, err);

    *verdict = (struct wgc_bisect_verdict){0};
    if (status == WGC_OK) {
        status = wgc_settings_apply(&settings, err);
        if (status == WGC_OK) {
            status = run_case(bisect, version, verdict, err);
        }
        wgc_settings_undo(&settings);
    }
    wgc_settings_free(&settings);
    return status;
}

static void put_version(struct wgc_buf *out, const struct bisect *bisect, size_t version,
                        enum wgc_state state)
{
    wgc_buf_printf(out, "  %-13s [%zu] %s", wgc_state_name(state), version + 1,
                   bisect->environment[version]);
    if (bisect->driver[version] != NULL) {
        wgc_buf_text(out, " (driver ");
        wgc_report_text(out, bisect->driver[version]);
        wgc_buf_char(out, ')');
    }
    wgc_buf_char(out, '\n');
}

static void put_found(struct wgc_buf *out, const struct bisect *bisect,
                      const struct wgc_bisection *found, size_t count)
{
    const size_t between = found->after - found->before - 1;

    wgc_buf_printf(out, "%s: %s\n", bisect->name,
                   found->changes ? "the verdict changes from the first to the second"
                                  : "the verdict is the same in the first and in the last");
    put_version(out, bisect, found->before, found->verdict_before.state);
    put_version(out, bisect, found->after, found->verdict_after.state);
    if (found->changes && between > 0) {
        wgc_buf_printf(out, "%zu between them without a verdict\n", between);
    }
    wgc_buf_printf(out, "%zu of %zu drivers ran\n", found->judged, count);
}

/* Checks the operands before the first run. */
static enum wgc_status check_operands(const struct bisect *bisect, size_t count,
                                      struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    if (strpbrk(bisect->name, "*?!@") != NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not the name of one case", bisect->name);
    }
    for (size_t i = 0; status == WGC_OK && i < count; i++) {
        struct wgc_settings settings;
        status = wgc_settings_parse(bisect->environment[i], &settings, err);
        wgc_settings_free(&settings);
    }
    return status;
}

static enum wgc_status search(struct bisect *bisect, size_t count, struct wgc_buf *out,
                              int *exit_status, struct wgc_err *err)
{
    const struct wgc_bisect_judge judges = {bisect, judge};
    struct wgc_bisection found;
    enum wgc_status status = wgc_bisect(count, &judges, &found, err);

    if (status == WGC_OK) {
        put_found(out, bisect, &found, count);
        *exit_status = found.changes ? 0 : 1;
    }
    return status;
}

static char *report_in(const char *folder)
{
    struct wgc_buf path = {0};

    wgc_buf_printf(&path, "%s/report.json", folder);
    if (path.failed) {
        wgc_buf_free(&path);
    }
    return path.data;
}

enum wgc_status wgc_bisect_drivers(const struct wgc_run_request *request, struct wgc_buf *out,
                                   int *exit_status, struct wgc_err *err)
{
    const size_t count = request->options->operand_count - 1;
    struct bisect bisect = {.request = request,
                            .name = request->options->operand[0],
                            .environment = request->options->operand + 1,
                            .driver = calloc(count + 1, sizeof(char *))};
    struct wgc_run_tmpdir tmpdir = {0};
    enum wgc_status status = bisect.driver == NULL ? wgc_err_memory(err, "the drivers")
                                                   : check_operands(&bisect, count, err);

    if (status == WGC_OK) {
        status = wgc_run_tmpdir_open(&tmpdir, err);
    }
    if (status == WGC_OK) {
        bisect.report = report_in(tmpdir.folder);
        status = bisect.report == NULL ? wgc_err_memory(err, "the report")
                                       : search(&bisect, count, out, exit_status, err);
        wgc_run_tmpdir_close(&tmpdir);
    }
    for (size_t i = 0; bisect.driver != NULL && i < count; i++) {
        free(bisect.driver[i]);
    }
    free(bisect.driver);
    free(bisect.report);
    return status;
}
