#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "explore_run/parts.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "reports/summary.h"

enum { SEEDS_SHOWN = 8, CAUSES_SHOWN = 20 };

/* Appends a text with its lines indented. */
static void put_indented(struct wgc_buf *out, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        wgc_buf_text(out, "      ");
        wgc_buf_add(out, text, length);
        wgc_buf_char(out, '\n');
        text += length + (text[length] == '\n');
    }
}

static void put_seeds(struct wgc_buf *out, const struct wgc_report_cause *cause)
{
    const size_t shown = cause->count < SEEDS_SHOWN ? cause->count : SEEDS_SHOWN;

    wgc_buf_printf(out, "    %zu program%s, seed%s", cause->count, wgc_plural(cause->count),
                   wgc_plural(cause->count));
    for (size_t i = 0; i < shown; i++) {
        wgc_buf_printf(out, "%s %s", i == 0 ? "" : ",", wgc_case_name_seed(cause->result[i]->name));
    }
    wgc_buf_text(out, cause->count > shown ? ", ...\n" : "\n");
}

/* Why a program failed, and where it crashed. */
static void put_failure(struct wgc_buf *out, const struct wgc_result *result)
{
    if (result->reason != NULL) {
        wgc_buf_text(out, "    ");
        wgc_report_text(out, result->reason);
        wgc_buf_char(out, '\n');
    }
    if (result->frames != NULL) {
        wgc_buf_text(out, "    ");
        (void)wgc_detail_crash(out, result);
        wgc_buf_char(out, '\n');
    }
}

static enum wgc_status put_smallest(const struct wgc_exploration *exploration,
                                    const struct wgc_finding *finding, struct wgc_buf *out,
                                    struct wgc_err *err)
{
    const bool emulated = exploration->request->options->selection.impl == WGC_IMPL_EMULATED;
    struct wgc_buf kernel = {0};
    struct wgc_shape shape = {.rank = 1, .side = {1, 1, 1}};
    struct wgc_signature signature = {0};
    enum wgc_status status = wgc_print_program_text(&finding->reduced, emulated, &kernel, err);

    if (status == WGC_OK) {
        status = wgc_program_facts(finding->reduced.data, finding->reduced.size, &shape, &signature,
                                   err);
    }
    if (status == WGC_OK) {
        wgc_buf_printf(out,
                       "    reduced to %zu line%s (%zu variants ran), local size %zux%zux%zu:\n",
                       finding->lines, wgc_plural(finding->lines), finding->tried, shape.side[0],
                       shape.side[1], shape.side[2]);
        put_indented(out, wgc_buf_str(&kernel));
        put_failure(out, &finding->last);
    }
    wgc_buf_free(&kernel);
    return status;
}

static enum wgc_status put_cause(const struct wgc_exploration *exploration,
                                 const struct wgc_cause_view *view, struct wgc_buf *out,
                                 struct wgc_err *err)
{
    const struct wgc_report_cause *cause = view->cause;
    const struct wgc_result *example = view->smallest == NULL
                                           ? cause->example
                                           : &exploration->record->result[view->smallest->result];
    enum wgc_status status = WGC_OK;

    wgc_buf_printf(out, "\n%s%s\n    ", cause->id,
                   cause->state == WGC_STATE_WAIVED ? " (waived)" : "");
    wgc_report_text(out, cause->title);
    wgc_buf_char(out, '\n');
    put_seeds(out, cause);
    if (view->smallest != NULL && cause->state != WGC_STATE_WAIVED) {
        status = put_smallest(exploration, view->smallest, out, err);
    } else {
        put_failure(out, example);
    }
    wgc_buf_text(out, "    rerun: ");
    wgc_detail_rerun(out, exploration->record, example->name);
    wgc_buf_char(out, '\n');
    return status;
}

static enum wgc_status put_causes(const struct wgc_exploration *exploration, struct wgc_buf *out,
                                  struct wgc_err *err)
{
    struct wgc_cause_views views;
    enum wgc_status status = wgc_cause_views_make(exploration, &views, err);
    const bool all = exploration->request->options->verbosity == WGC_VERBOSE;
    size_t shown = 0;

    if (status != WGC_OK) {
        return status;
    }
    for (size_t i = 0; status == WGC_OK && i < views.causes.count; i++) {
        const char *name = views.item[i].cause->example->name;
        if (wgc_case_name_is_explored(name) && (all || shown++ < CAUSES_SHOWN)) {
            status = put_cause(exploration, &views.item[i], out, err);
        }
    }
    if (!all && views.causes.count > CAUSES_SHOWN) {
        wgc_buf_printf(out, "\n%zu causes in all; the report and -v list them\n",
                       views.causes.count);
    }
    if (views.causes.count > 0) {
        wgc_buf_char(out, '\n');
    }
    wgc_cause_views_free(&views);
    return status;
}

/* What ended the exploration before all programs that were asked for. */
static void put_end(const struct wgc_exploration *exploration, struct wgc_buf *out)
{
    const struct wgc_options *options = exploration->request->options;
    const size_t left = exploration->not_reduced;

    if (left > 0 && options->explore.reductions > 0 &&
        strcmp(exploration->ended, "same_failure") != 0) {
        wgc_buf_printf(out, "no time to reduce %zu failing program%s; the rerun lines do it\n",
                       left, wgc_plural(left));
    }
    if (strcmp(exploration->ended, "time") == 0) {
        wgc_buf_printf(out, "ended by --time %g\n", options->explore.seconds);
    } else if (strcmp(exploration->ended, "max_failures") == 0) {
        wgc_buf_printf(out, "ended by --max-failures %u\n", options->rules.max_failures);
    } else if (strcmp(exploration->ended, "same_failure") == 0) {
        wgc_buf_printf(out,
                       "stopped: every program fails in the same way (%u programs, none worked)\n"
                       "  --keep-going runs the others, and a run shows which functions work\n",
                       exploration->same_kind.programs);
    } else if (strcmp(exploration->ended, "interrupted") == 0) {
        wgc_buf_printf(out, "interrupted%s\n",
                       options->json == NULL ? "" : "; --resume with the report continues it");
    }
}

enum wgc_status wgc_exploration_put_text(const struct wgc_exploration *exploration,
                                         struct wgc_buf *out, struct wgc_err *err)
{
    const struct wgc_options *options = exploration->request->options;
    const struct wgc_summary_style style = {.verbose = options->verbosity == WGC_VERBOSE};
    enum wgc_status status = WGC_OK;

    if (options->verbosity != WGC_QUIET) {
        status = put_causes(exploration, out, err);
    }
    if (status == WGC_OK && options->verbosity != WGC_QUIET) {
        status = wgc_attribution_put_text(exploration, out, err);
    }
    wgc_summary_totals(exploration->record, &style, out);
    put_end(exploration, out);
    return status;
}
