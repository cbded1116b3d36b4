/* Reduces failing programs on the device: several at a time, whose variants share rounds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore_run/exploration.h"
#include "explore_run/failure_kind.h"
#include "explore_run/reducer.h"
#include "explore_run/round.h"
#include "explore_run/shape.h"
#include "explore_run/variants.h"

/* Variants of a program that run at once: fewer after one that fails, more after none. */
enum { MOST_ACTIVE = 4, TRIALS = 32, FIRST_TRIALS = 4, LEAST_TRIALS = 2 };
/* The time limits of a variant: in general, and of a program that does not end. */
static const double most_seconds = 30.0, most_seconds_of_timeout = 10.0;

/* One reduction. */
struct reduction {
    struct wgc_finding *finding;
    struct wgc_program_variants variants;
    struct wgc_variant_source source;
    struct wgc_reducer reducer;
    bool confirmed;      /* the program failed again */
    size_t width;        /* variants of the next round */
    size_t first, count; /* its items in the round */
};

struct batch {
    struct wgc_exploration *exploration;
    struct reduction reduction[MOST_ACTIVE];
    size_t active;
    struct wgc_round_item item[MOST_ACTIVE * TRIALS];
    size_t items;
    uint64_t number; /* of the next item */
};

static bool on_tick(void *context)
{
    struct wgc_exploration *exploration = context;

    if (*exploration->request->interrupted != 0) {
        exploration->stop = *exploration->request->interrupted;
    }
    return exploration->stop == 0;
}

static void add_item(struct batch *batch, const struct wgc_buf *text)
{
    struct wgc_round_item *item = &batch->item[batch->items++];

    *item = (struct wgc_round_item){0};
    (void)snprintf(item->name, sizeof item->name, "explore.variant_%" PRIu64, batch->number++);
    wgc_buf_add(&item->text, text->data, text->size);
}

/* Whether the item failed as the finding did. */
static bool is_same_failure(const struct wgc_round_item *item, const struct wgc_finding *finding)
{
    struct wgc_buf kind = {0};

    if (!item->is_done) {
        return false;
    }
    wgc_failure_kind(&item->result, &kind);
    bool same = kind.data != NULL && strcmp(kind.data, finding->kind.data) == 0;
    wgc_buf_free(&kind);
    return same;
}

/* Most variants of a program that ends so end their process. */
static bool costs_processes(enum wgc_state state)
{
    return state == WGC_STATE_CRASH || state == WGC_STATE_TIMEOUT;
}

/* The state of a finding, before its reduction. */
static enum wgc_state state_of(const struct batch *batch, const struct wgc_finding *finding)
{
    return batch->exploration->record->result[finding->result].state;
}

static enum wgc_status run_items(struct batch *batch, struct wgc_err *err)
{
    struct wgc_exploration *exploration = batch->exploration;
    struct wgc_run_options options = exploration->run_options;
    struct wgc_run_stats stats;

    /* all reductions at a time are of one sort */
    const enum wgc_state state = state_of(batch, batch->reduction[0].finding);
    const double most = state == WGC_STATE_TIMEOUT ? most_seconds_of_timeout : most_seconds;

    options.timeout = options.timeout < most ? options.timeout : most;
    options.no_shared = true;
    options.alone = costs_processes(state);
    options.device = (int)exploration->device.index;
    struct wgc_round round = {
        .suite = exploration->manifest,
        .options = &options,
        .context = exploration,
        .tick = on_tick,
        .count = batch->items,
        .item = batch->item,
    };
    for (size_t i = 0; i < batch->items; i++) {
        if (batch->item[i].text.failed) {
            return wgc_err_memory(err, "a variant of a program");
        }
    }
    return wgc_round_run(&round, &stats, err);
}

/* Adds the items of a reduction; false when it has ended. */
static bool add_items(struct batch *batch, struct reduction *reduction)
{
    reduction->first = batch->items;
    if (!reduction->confirmed) {
        add_item(batch, &reduction->finding->text);
    } else if (wgc_reducer_next(&reduction->reducer, reduction->width)) {
        for (size_t i = 0; i < reduction->reducer.trials; i++) {
            add_item(batch, &reduction->reducer.trial[i].text);
        }
    }
    reduction->count = batch->items - reduction->first;
    return reduction->count > 0;
}

/* Keeps the result of the new best program. */
static void keep_result(struct reduction *reduction, struct wgc_round_item *item)
{
    wgc_result_free(&reduction->finding->last);
    reduction->finding->last = item->result;
    item->result = (struct wgc_result){0};
}

static void set_width(struct reduction *reduction, bool kept_one)
{
    size_t width = kept_one ? reduction->width / 2 : 2 * reduction->width;

    reduction->width = width < LEAST_TRIALS ? LEAST_TRIALS : width > TRIALS ? TRIALS : width;
}

/* Takes the results of a reduction's items; false when it has ended. */
static bool report(struct batch *batch, struct reduction *reduction)
{
    struct wgc_round_item *item = &batch->item[reduction->first];
    bool fails[TRIALS] = {false};
    struct wgc_round_item *smallest = NULL;

    for (size_t i = 0; i < reduction->count; i++) {
        fails[i] = is_same_failure(&item[i], reduction->finding);
        if (fails[i] && (smallest == NULL || item[i].text.size < smallest->text.size)) {
            smallest = &item[i];
        }
    }
    if (smallest != NULL) {
        keep_result(reduction, smallest);
    }
    if (reduction->confirmed) {
        wgc_reducer_report(&reduction->reducer, fails);
        set_width(reduction, smallest != NULL);
        return true;
    }
    reduction->confirmed = fails[0];
    return reduction->confirmed;
}

/* The shape and the functions of the reduced program. */
static enum wgc_status describe(struct wgc_finding *finding, struct wgc_err *err)
{
    struct wgc_program program;
    struct wgc_buf shape = {0};
    enum wgc_status status = wgc_program_read("reduced program", finding->reduced.data,
                                              finding->reduced.size, &program, err);

    if (status != WGC_OK) {
        return status;
    }
    wgc_program_shape(&program, &shape);
    finding->reduced_collectives = wgc_program_collectives(&program);
    finding->lines = wgc_program_lines(&program);
    wgc_program_free(&program);
    finding->shape = shape.data;
    return shape.failed ? wgc_err_memory(err, "the shape of a program") : WGC_OK;
}

static void print_reduced(const struct wgc_exploration *exploration,
                          const struct wgc_finding *finding)
{
    if (exploration->request->options->verbosity != WGC_QUIET) {
        wgc_progress_clear(&exploration->progress);
        (void)fprintf(stderr, "%s: reduced to %zu lines with %zu variants: %s\n",
                      exploration->record->result[finding->result].name, finding->lines,
                      finding->tried, finding->shape);
    }
}

/* The end of a reduction: its finding gets the smallest program. */
static enum wgc_status conclude(struct batch *batch, struct reduction *reduction,
                                struct wgc_err *err)
{
    struct wgc_exploration *exploration = batch->exploration;
    struct wgc_finding *finding = reduction->finding;
    enum wgc_status status = WGC_OK;

    if (exploration->stop != 0) {
        finding->state = WGC_FINDING_LEFT;
    } else if (!reduction->confirmed) {
        finding->state = WGC_FINDING_PASSED;
    } else {
        finding->state = WGC_FINDING_REDUCED;
        finding->reduced = reduction->reducer.best;
        reduction->reducer.best = (struct wgc_buf){0};
        finding->tried = reduction->reducer.tried;
        status = reduction->reducer.no_memory ? wgc_err_memory(err, "a reduction")
                                              : describe(finding, err);
    }
    exploration->tried += reduction->reducer.tried;
    if (status == WGC_OK && finding->state == WGC_FINDING_REDUCED) {
        print_reduced(exploration, finding);
    }
    return status;
}

static void free_reduction(struct reduction *reduction)
{
    wgc_reducer_free(&reduction->reducer);
    wgc_program_variants_free(&reduction->variants);
}

/* Ends the reduction at that place; the last one moves there. */
static enum wgc_status end_at(struct batch *batch, size_t at, struct wgc_err *err)
{
    enum wgc_status status = conclude(batch, &batch->reduction[at], err);

    free_reduction(&batch->reduction[at]);
    batch->reduction[at] = batch->reduction[--batch->active];
    if (at < batch->active) { /* the source points to its variants */
        struct reduction *moved = &batch->reduction[at];
        moved->source = wgc_program_variant_source(&moved->variants);
        moved->reducer.source = &moved->source;
    }
    return status;
}

/* One round for all reductions. */
static enum wgc_status step(struct batch *batch, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    batch->items = 0;
    for (size_t i = batch->active; status == WGC_OK && i-- > 0;) {
        if (!add_items(batch, &batch->reduction[i])) {
            status = end_at(batch, i, err);
        }
    }
    if (status == WGC_OK && batch->items > 0) {
        status = run_items(batch, err);
    }
    for (size_t i = batch->active; status == WGC_OK && batch->items > 0 && i-- > 0;) {
        if (batch->exploration->stop != 0 || !report(batch, &batch->reduction[i])) {
            status = end_at(batch, i, err);
        }
    }
    wgc_round_items_free(batch->item, batch->items);
    return status;
}

static enum wgc_status start(struct batch *batch, struct wgc_finding *finding, struct wgc_err *err)
{
    struct reduction *reduction = &batch->reduction[batch->active++];

    *reduction = (struct reduction){.finding = finding, .width = FIRST_TRIALS};
    reduction->source = wgc_program_variant_source(&reduction->variants);
    return wgc_reducer_start(&reduction->reducer, &reduction->source, finding->text.data,
                             finding->text.size)
               ? WGC_OK
               : wgc_err_memory(err, "a reduction");
}

/* Whether the finding can be reduced together with those that are: in processes of the same sort.
 */
static bool goes_with(const struct batch *batch, const struct wgc_finding *finding)
{
    for (size_t i = 0; i < batch->active; i++) {
        const struct wgc_finding *other = batch->reduction[i].finding;
        if (other == finding ||
            costs_processes(state_of(batch, other)) != costs_processes(state_of(batch, finding))) {
            return false;
        }
    }
    return true;
}

/* Starts reductions of new findings while there is room. */
static enum wgc_status fill(struct batch *batch, struct wgc_err *err)
{
    struct wgc_exploration *exploration = batch->exploration;
    const size_t reductions = exploration->request->options->explore.reductions;
    enum wgc_status status = WGC_OK;
    bool no_memory = false;

    for (size_t i = 0;
         status == WGC_OK && i < exploration->findings.count && batch->active < MOST_ACTIVE; i++) {
        struct wgc_finding *finding = &exploration->findings.item[i];
        if (finding->state != WGC_FINDING_NEW || !goes_with(batch, finding)) {
            continue;
        }
        if (reductions == 0 || exploration->stop != 0) {
            finding->state = WGC_FINDING_LEFT;
        } else if (!wgc_finding_is_known(&exploration->findings, finding, reductions, &no_memory)) {
            status = start(batch, finding, err);
        }
        if (no_memory) {
            status = wgc_err_memory(err, "a finding");
        }
    }
    return status;
}

enum wgc_status wgc_exploration_reduce(struct wgc_exploration *exploration, struct wgc_err *err)
{
    struct batch *batch = calloc(1, sizeof *batch);

    if (batch == NULL) {
        return wgc_err_memory(err, "the reductions");
    }
    batch->exploration = exploration;
    enum wgc_status status = fill(batch, err);
    while (status == WGC_OK && batch->active > 0) {
        status = step(batch, err);
        if (status == WGC_OK) {
            status = fill(batch, err);
        }
    }
    for (size_t i = 0; i < batch->active; i++) {
        free_reduction(&batch->reduction[i]);
    }
    free(batch);
    return status;
}
