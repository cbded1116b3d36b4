/* The rounds of new programs of an exploration. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "explore_run/parts.h"
#include "explore_run/failure_kind.h"
#include "run/resume.h"

enum { ROUND = 240, FIRST_ROUND = 24 }; /* of each worker */

/* A round of new programs. */
struct programs {
    struct wgc_exploration *exploration;
    struct wgc_round_item *item;
    uint64_t *seed; /* of each item */
    size_t count;
    size_t round; /* how many items the next round has at most */
};

static void on_warning(void *context, const char *text)
{
    const struct programs *programs = context;

    wgc_exploration_warn(programs->exploration, text);
}

static void warn(void *context, const char *text)
{
    wgc_exploration_warn(context, text);
}

static enum wgc_status set_device(struct wgc_exploration *exploration,
                                  const struct wgc_device_info *info, struct wgc_err *err)
{
    const struct wgc_warner warner = {exploration, warn, exploration->record};
    const struct wgc_plan nothing = {0};
    const enum wgc_impl impl = exploration->request->options->selection.impl;
    struct wgc_waivers_target target = {
        .impl = impl, .manifest = exploration->manifest, .plan = &nothing};
    const enum wgc_status status = wgc_run_take_device(
        exploration->record, info->json, &exploration->waivers, &target, &warner, err);

    if (status != WGC_OK) {
        return status;
    }
    for (size_t i = 0; i < exploration->waivers.count; i++) {
        /* no plan names causes: every waiver of the device may be about one */
        exploration->waivers.item[i].selected = exploration->waivers.item[i].of_device;
    }
    wgc_generate_for_device(info, impl, &exploration->generate);
    exploration->device_known = true;
    exploration->device = *info;
    exploration->device.name = NULL; /* the supervisor owns the strings */
    exploration->device.json = NULL;
    return exploration->journal_open
               ? wgc_journal_device(&exploration->journal, exploration->record->device.json, err)
               : WGC_OK;
}

static void print_device(const struct wgc_exploration *exploration,
                         const struct wgc_device_info *info)
{
    const char *platform = exploration->record->device.platform;

    if (exploration->request->options->verbosity != WGC_QUIET) {
        wgc_progress_clear(&exploration->progress);
        (void)fprintf(stderr, "device %u: %s [%s], programs from seed %" PRIu64 " on\n",
                      (unsigned)info->index, info->name, platform == NULL ? "?" : platform,
                      exploration->request->options->seed);
    }
}

/* The text of a program, or of the generator's error: the worker then cannot read it, and the
 * program is an error. */
static void generate(const struct wgc_exploration *exploration, uint64_t seed, struct wgc_buf *out)
{
    struct wgc_program program;
    struct wgc_err err;

    if (wgc_program_generate(&exploration->generate, seed, &program, &err) == WGC_OK) {
        wgc_program_write(&program, out);
        wgc_program_free(&program);
    } else {
        wgc_buf_printf(out, "generator: %s\n", err.text);
    }
}

static enum wgc_status on_device(void *context, const struct wgc_device_info *info,
                                 struct wgc_err *err)
{
    struct programs *programs = context;
    struct wgc_exploration *exploration = programs->exploration;

    if (!exploration->device_known) {
        enum wgc_status status = set_device(exploration, info, err);
        if (status != WGC_OK) {
            return status;
        }
        print_device(exploration, info);
    }
    for (size_t i = 0; i < programs->count; i++) {
        generate(exploration, programs->seed[i], &programs->item[i].text);
        if (programs->item[i].text.failed) {
            return wgc_err_memory(err, "a program");
        }
    }
    return WGC_OK;
}

/* Adds a finding for the result that was just added to the record. */
static enum wgc_status add_finding(struct wgc_exploration *exploration, const struct wgc_buf *text,
                                   struct wgc_err *err)
{
    const size_t place = exploration->record->result_count - 1;
    struct wgc_program program;
    struct wgc_err ignored;
    struct wgc_buf kind = {0};
    uint64_t collectives = 0;

    if (wgc_program_read("program", text->data, text->size, &program, &ignored) != WGC_OK) {
        return WGC_OK; /* the result is the generator's error */
    }
    collectives = wgc_program_collectives(&program);
    wgc_program_free(&program);
    const size_t plain = wgc_failure_kind(&exploration->record->result[place], &kind);
    struct wgc_finding *finding = kind.failed || kind.data == NULL
                                      ? NULL
                                      : wgc_findings_add(&exploration->findings, place,
                                                         exploration->record->result[place].state,
                                                         text, kind.data, collectives);
    wgc_buf_free(&kind);
    if (finding == NULL) {
        return wgc_err_memory(err, "a finding");
    }
    finding->plain = plain;
    return WGC_OK;
}

static enum wgc_status add_result(struct wgc_exploration *exploration, struct wgc_result *result,
                                  struct wgc_err *err)
{
    enum wgc_status status =
        exploration->journal_open ? wgc_journal_result(&exploration->journal, result, err) : WGC_OK;

    wgc_progress_result(&exploration->progress, result);
    return status == WGC_OK ? wgc_record_add(exploration->record, result, err) : status;
}

static enum wgc_status on_result(void *context, struct wgc_round_item *item, struct wgc_err *err)
{
    const struct programs *programs = context;
    struct wgc_exploration *exploration = programs->exploration;
    const size_t at = (size_t)(item - programs->item);
    const enum wgc_state state = item->result.state;
    /* an error is one of this program, and no smaller one shows more */
    const bool failed = wgc_state_is_bad(state) && state != WGC_STATE_ERROR;

    item->result.order = (size_t)(programs->seed[at] - exploration->request->options->seed);
    enum wgc_status status = add_result(exploration, &item->result, err);
    exploration->failed += wgc_state_is_bad(state);
    const struct wgc_record *record = exploration->record;
    if (status == WGC_OK) {
        status = wgc_same_kind_note(&exploration->same_kind,
                                    &record->result[record->result_count - 1], err);
    }
    return status == WGC_OK && failed ? add_finding(exploration, &item->text, err) : status;
}

/* A failure of several programs together: reported once. */
static enum wgc_status on_other(void *context, struct wgc_result *result, struct wgc_err *err)
{
    const struct programs *programs = context;
    struct wgc_exploration *exploration = programs->exploration;
    const struct wgc_record *record = exploration->record;

    for (size_t i = 0; i < record->result_count; i++) {
        if (strcmp(record->result[i].name, result->name) == 0) {
            wgc_exploration_warn(exploration, wgc_or_empty(result->reason));
            return WGC_OK;
        }
    }
    result->order = exploration->programs;
    return add_result(exploration, result, err);
}

bool wgc_exploration_has_enough(const struct wgc_exploration *exploration)
{
    const unsigned limit = exploration->request->options->rules.max_failures;

    return limit > 0 && exploration->failed >= limit;
}

bool wgc_exploration_is_hopeless(const struct wgc_exploration *exploration)
{
    return !exploration->request->options->rules.keep_going &&
           wgc_same_kind_stops(&exploration->same_kind);
}

static bool on_tick(void *context)
{
    const struct programs *programs = context;
    struct wgc_exploration *exploration = programs->exploration;
    const struct wgc_options *options = exploration->request->options;

    if (*exploration->request->interrupted != 0) {
        exploration->stop = *exploration->request->interrupted;
    }
    const struct wgc_time_share share = {.limit = options->explore.seconds};
    const bool reduces = exploration->failed > 0 && options->explore.reductions > 0;
    const double left = exploration->started + wgc_time_share_programs(&share, reduces) - wgc_now();
    exploration->is_out_of_time = exploration->timed && left < 0.0;
    wgc_progress_tick(&exploration->progress, exploration->open_ended ? left : -1.0);
    return exploration->stop == 0 && !exploration->is_out_of_time &&
           !wgc_exploration_has_enough(exploration) && !wgc_exploration_is_hopeless(exploration);
}

/* Chooses the next programs; none at the end. */
static void choose(struct programs *programs)
{
    struct wgc_exploration *exploration = programs->exploration;
    const uint64_t first = exploration->request->options->seed;

    programs->count = 0;
    while (programs->count < programs->round && exploration->next < exploration->programs) {
        const size_t number = exploration->next++;
        if (exploration->done != NULL && exploration->done[number] != 0) {
            continue;
        }
        struct wgc_round_item *item = &programs->item[programs->count];
        *item = (struct wgc_round_item){0};
        programs->seed[programs->count++] = first + number;
        (void)snprintf(item->name, sizeof item->name, "explore.%" PRIu64, first + number);
    }
}

static enum wgc_status run_round(struct programs *programs, struct wgc_err *err)
{
    struct wgc_exploration *exploration = programs->exploration;
    struct wgc_run_options options = exploration->run_options;
    struct wgc_run_stats stats;

    if (exploration->device_known) {
        options.device = (int)exploration->device.index;
    }
    struct wgc_round round = {
        .suite = exploration->manifest,
        .options = &options,
        .context = programs,
        .device = on_device,
        .result = on_result,
        .other = on_other,
        .tick = on_tick,
        .warning = on_warning,
        .count = programs->count,
        .item = programs->item,
    };
    enum wgc_status status = wgc_round_run(&round, &stats, err);
    wgc_round_items_free(programs->item, programs->count);
    wgc_progress_clear(&exploration->progress);
    return status;
}

static size_t workers(const struct wgc_exploration *exploration)
{
    const unsigned jobs = exploration->run_options.jobs;

    return jobs == 0 || jobs > 8 ? 8 : jobs;
}

/* A round, and the reductions that follow from it. */
static enum wgc_status run_and_reduce(struct programs *programs, struct wgc_time_share *share,
                                      struct wgc_err *err)
{
    struct wgc_exploration *exploration = programs->exploration;
    const double begun = wgc_now();
    enum wgc_status status = run_round(programs, err);
    const double now = wgc_now();

    share->programs += now - begun;
    programs->round = wgc_next_round(programs->round, now - begun, ROUND * workers(exploration));
    if (status == WGC_OK && !exploration->is_out_of_time &&
        !wgc_exploration_is_hopeless(exploration)) {
        status = wgc_exploration_reduce(exploration, now + wgc_time_share_now(share), err);
    }
    share->reductions += wgc_now() - now;
    return status;
}

/* The reductions that are left when no more programs run. */
static enum wgc_status reduce_rest(struct wgc_exploration *exploration, struct wgc_err *err)
{
    /* a program that fails whatever is in it has no part that a reduction could find */
    enum wgc_status status =
        wgc_exploration_is_hopeless(exploration)
            ? WGC_OK
            : wgc_exploration_reduce(exploration, exploration->last_moment, err);
    exploration->not_reduced = wgc_exploration_leave_rest(exploration);
    return status == WGC_OK && exploration->request->options->explore.attribute &&
                   !wgc_exploration_is_hopeless(exploration)
               ? wgc_exploration_attribute(exploration, err)
               : status;
}

enum wgc_status wgc_exploration_run(struct wgc_exploration *exploration, struct wgc_err *err)
{
    struct programs programs = {.exploration = exploration,
                                .round = FIRST_ROUND * workers(exploration)};
    enum wgc_status status = WGC_OK;
    struct wgc_time_share share = {exploration->request->options->explore.seconds, 0.0, 0.0};

    if (exploration->timed) {
        exploration->last_moment = exploration->started + share.limit;
    }
    programs.item = calloc(WGC_ROUND_MOST, sizeof *programs.item);
    programs.seed = calloc(WGC_ROUND_MOST, sizeof *programs.seed);
    if (programs.item == NULL || programs.seed == NULL) {
        status = wgc_err_memory(err, "a round of programs");
    }
    wgc_progress_start(
        &exploration->progress, exploration->request->options->verbosity,
        exploration->request->options->no_color,
        exploration->open_ended ? 0 : exploration->programs - exploration->record->result_count,
        NULL);
    while (status == WGC_OK && exploration->stop == 0 && !exploration->is_out_of_time &&
           !wgc_exploration_has_enough(exploration) && !wgc_exploration_is_hopeless(exploration)) {
        choose(&programs);
        if (programs.count == 0) {
            break;
        }
        status = run_and_reduce(&programs, &share, err);
    }
    if (status == WGC_OK) {
        status = reduce_rest(exploration, err);
    }
    free(programs.item);
    free(programs.seed);
    return status;
}
