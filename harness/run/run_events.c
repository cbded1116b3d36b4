#include "run/run_state.h"

#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "base/system.h"
#include "run/parts.h"
#include "run/resume.h"

void wgc_run_warn(void *context, const char *text)
{
    struct wgc_run_state *run = context;
    const char *label = run->request->label;
    struct wgc_err err;

    wgc_progress_clear(&run->progress);
    (void)fprintf(stderr, "%swarning: %s\n", wgc_or_empty(label), text);
    /* an error is ignored: the warning was printed */
    (void)wgc_record_warn(run->record, text, &err);
    if (run->journal_open) {
        (void)wgc_journal_warning(&run->journal, text, wgc_record_is_of_waiver(run->record, text),
                                  &err);
    }
}

static enum wgc_status set_device(struct wgc_run_state *run, const struct wgc_device_info *info,
                                  struct wgc_err *err)
{
    const struct wgc_selection *selection = &run->request->options->selection;
    const struct wgc_warner warner = {run, wgc_run_warn, run->record};
    struct wgc_waivers_target target = {
        .impl = selection->impl,
        .manifest = run->manifest,
        .plan = run->plan,
    };
    const enum wgc_status status =
        wgc_run_take_device(run->record, info->json, &run->waivers, &target, &warner, err);

    return status == WGC_OK && run->journal_open
               ? wgc_journal_device(&run->journal, run->record->device.json, err)
               : status;
}

/* Cases that the command line names, and that do not run. */
static void warn_elsewhere(struct wgc_run_state *run)
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
        wgc_run_warn(run, text.text);
    }
}

static void on_device(void *context, const struct wgc_device_info *info)
{
    struct wgc_run_state *run = context;

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
        wgc_run_print_device(run->request->options, run->manifest, info,
                             run->record->device.platform, run->plan->count);
    }
    warn_elsewhere(run);
}

/* Whether a resumed run has the finding already. */
static bool is_known(const struct wgc_run_state *run, const struct wgc_result *finding)
{
    bool known = false;

    for (size_t i = 0; finding->unselected && i < run->record->result_count; i++) {
        known = known || strcmp(run->record->result[i].name, finding->name) == 0;
    }
    return known;
}

static void on_new_cause(void *context, const struct wgc_report_cause *cause, size_t number,
                         size_t so_far)
{
    struct wgc_run_state *run = context;

    wgc_progress_cause(&run->progress, cause, number, so_far);
}

enum wgc_status wgc_run_look_at_causes(struct wgc_run_state *run, struct wgc_err *err)
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
static enum wgc_status follow_causes(struct wgc_run_state *run, struct wgc_err *err)
{
    const bool counts = run->request->options->rules.max_causes > 0;
    const bool watched = counts || run->request->options->verbosity != WGC_QUIET;

    return watched && wgc_live_causes_due(&run->live_causes, run->bad, counts, wgc_now())
               ? wgc_run_look_at_causes(run, err)
               : WGC_OK;
}

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    struct wgc_run_state *run = context;
    unsigned limit = run->request->options->rules.max_failures;

    if (run->stop != 0) {
        return WGC_OK; /* the run is stopping: the case counts as not run */
    }
    if (is_known(run, result)) {
        wgc_run_warn(run, result->reason);
        wgc_result_free(result);
        return WGC_OK;
    }
    enum wgc_status status = wgc_waivers_apply(&run->waivers, result, err);
    if (status == WGC_OK) {
        wgc_progress_result(&run->progress, result);
        run->bad += wgc_state_is_bad(result->state);
        status = wgc_early_end_on_result(&run->end, result, wgc_now(), err);
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
    struct wgc_run_state *run = context;

    run->stop = run->stop != 0 || wgc_early_end_stops(&run->end, wgc_now());
    run->stop = *run->request->interrupted != 0 ? *run->request->interrupted : run->stop;
    wgc_progress_tick(&run->progress, seconds_left);
}

static bool selects(void *context, size_t index)
{
    struct wgc_run_state *run = context;

    return wgc_early_end_needs(&run->end, index);
}

static unsigned expects(void *context, size_t index)
{
    const struct wgc_run_state *run = context;
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(run->manifest, &run->plan->item[index], name);
    return wgc_waivers_expected(&run->waivers, name);
}

struct wgc_run_events wgc_run_events_of(struct wgc_run_state *run)
{
    return (struct wgc_run_events){.context = run,
                                   .device = on_device,
                                   .selects = selects,
                                   .expects = expects,
                                   .result = on_result,
                                   .tick = on_tick,
                                   .warning = wgc_run_warn};
}
