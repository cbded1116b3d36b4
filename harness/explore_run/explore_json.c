#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_put.h"
#include "explore_run/parts.h"
#include "record/case_name.h"
#include "record/frames.h"

static void put_string(struct wgc_buf *out, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        wgc_json_put_text(out, name, text);
    }
}

static void put_result(struct wgc_buf *out, const struct wgc_result *result)
{
    wgc_json_put_text(out, "state", wgc_state_name(result->state));
    put_string(out, "reason", result->reason);
    if (result->mismatch != NULL) {
        wgc_json_put_json(out, "mismatch", result->mismatch->json);
    }
    put_string(out, "build_log", result->build_log);
    put_string(out, "signal", result->signal);
    if (result->frames != NULL) {
        wgc_json_put_name(out, "frames");
        wgc_frames_put_json(out, result->frames);
    }
}

static enum wgc_status put_smallest(const struct wgc_exploration *exploration,
                                    const struct wgc_finding *finding, struct wgc_buf *out,
                                    struct wgc_err *err)
{
    struct wgc_buf kernel = {0};
    const bool emulated = exploration->request->options->selection.impl == WGC_IMPL_EMULATED;
    enum wgc_status status = wgc_print_program_text(&finding->reduced, emulated, &kernel, err);

    if (status == WGC_OK) {
        wgc_json_put_name(out, "reduced");
        wgc_buf_char(out, '{');
        wgc_json_put_text(out, "of", exploration->record->result[finding->result].name);
        wgc_json_put_number(out, "lines", finding->lines);
        wgc_json_put_number(out, "variants", finding->tried);
        wgc_json_put_text(out, "program", finding->reduced.data);
        wgc_json_put_text(out, "kernel", wgc_buf_str(&kernel));
        put_result(out, &finding->last);
        wgc_buf_char(out, '}');
    }
    out->failed = out->failed || kernel.failed;
    wgc_buf_free(&kernel);
    return status;
}

/* The seeds as strings: they may be past 2^53. */
static void put_seeds(struct wgc_buf *out, const struct wgc_report_cause *cause)
{
    const size_t shown = cause->count < WGC_EXPLORE_SEEDS ? cause->count : WGC_EXPLORE_SEEDS;

    wgc_json_put_name(out, "seeds");
    wgc_buf_char(out, '[');
    for (size_t i = 0; i < shown; i++) {
        wgc_buf_text(out, i == 0 ? "" : ",");
        wgc_json_put_string(out, wgc_case_name_seed(cause->result[i]->name));
    }
    wgc_buf_char(out, ']');
}

static enum wgc_status put_cause(const struct wgc_exploration *exploration,
                                 const struct wgc_cause_view *view, struct wgc_buf *out,
                                 struct wgc_err *err)
{
    const struct wgc_report_cause *cause = view->cause;
    enum wgc_status status = WGC_OK;

    wgc_buf_text(out, "\n{");
    wgc_json_put_text(out, "id", cause->id);
    wgc_json_put_text(out, "title", cause->title);
    wgc_json_put_text(out, "state", wgc_state_name(cause->state));
    put_string(out, "waiver", cause->waiver);
    wgc_json_put_number(out, "programs", cause->count);
    wgc_json_put_number(out, "reduced_programs", view->reduced);
    put_seeds(out, cause);
    if (view->smallest != NULL) {
        status = put_smallest(exploration, view->smallest, out, err);
    }
    wgc_buf_char(out, '}');
    return status;
}

static enum wgc_status put_causes(const struct wgc_exploration *exploration, struct wgc_buf *out,
                                  struct wgc_err *err)
{
    struct wgc_cause_views views;
    enum wgc_status status = wgc_cause_views_make(exploration, &views, err);

    if (status != WGC_OK) {
        return status;
    }
    wgc_json_put_name(out, "causes");
    wgc_buf_char(out, '[');
    size_t count = 0;
    for (size_t i = 0; status == WGC_OK && i < views.causes.count; i++) {
        if (wgc_case_name_is_explored(views.item[i].cause->example->name)) {
            wgc_buf_text(out, count++ == 0 ? "" : ",");
            status = put_cause(exploration, &views.item[i], out, err);
        }
    }
    wgc_buf_char(out, ']');
    wgc_cause_views_free(&views);
    return status;
}

static void put_families(struct wgc_buf *out, uint32_t families)
{
    const char *between = "";

    wgc_json_put_name(out, "families");
    wgc_buf_char(out, '[');
    for (int i = 0; i < WGC_FAMILY_COUNT; i++) {
        if ((families >> i & 1U) != 0) {
            wgc_buf_text(out, between);
            wgc_json_put_string(out, wgc_family_name((enum wgc_program_family)i));
            between = ",";
        }
    }
    wgc_buf_char(out, ']');
}

/* The limits that were asked for, and what ended the exploration. */
static void put_end(const struct wgc_exploration *exploration, struct wgc_buf *out)
{
    if (!exploration->open_ended) {
        wgc_json_put_number(out, "programs", exploration->programs);
    }
    if (exploration->timed) {
        wgc_json_put_name(out, "time");
        wgc_buf_printf(out, "%.9g", exploration->request->options->explore.seconds);
    }
    put_string(out, "ended", exploration->ended);
}

enum wgc_status wgc_exploration_set_json(struct wgc_exploration *exploration, struct wgc_err *err)
{
    struct wgc_buf out = {0};

    wgc_buf_char(&out, '{');
    wgc_json_put_number(&out, "generator", exploration->generate.generator);
    wgc_json_put_number(&out, "statements", exploration->generate.statements);
    wgc_json_put_number(&out, "groups", exploration->generate.groups);
    if (exploration->device_known) {
        wgc_json_put_number(&out, "max_items", exploration->generate.max_items);
        wgc_json_put_number(&out, "max_cluster", exploration->generate.max_cluster);
        put_families(&out, exploration->generate.families);
    }
    if (wgc_without_any(&exploration->generate)) {
        wgc_json_put_name(&out, "without");
        wgc_without_put(&exploration->generate, &out);
    }
    put_end(exploration, &out);
    wgc_json_put_number(&out, "variants", exploration->tried);
    wgc_json_put_number(&out, "not_reduced", exploration->not_reduced);
    if (exploration->request->options->explore.attribute) {
        wgc_attribution_put_json(exploration, &out);
    }
    enum wgc_status status = put_causes(exploration, &out, err);
    wgc_buf_char(&out, '}');
    if (status == WGC_OK && out.failed) {
        status = wgc_err_memory(err, "the report");
    }
    if (status != WGC_OK) {
        wgc_buf_free(&out);
        return status;
    }
    free(exploration->record->explore);
    exploration->record->explore = out.data;
    return WGC_OK;
}
