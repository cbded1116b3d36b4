/* Reduces failing programs on the device: several at a time, whose variants share rounds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/system.h"
#include "explore_run/parts.h"

enum { MOST_ACTIVE = 4 };
/* The time limits of a variant: in general, and of a program that does not end. */
static const double most_seconds = 30.0, most_seconds_of_timeout = 10.0;

struct wgc_reductions {
    struct wgc_exploration *exploration;
    struct wgc_reduction active[MOST_ACTIVE];
    size_t count;
    struct wgc_round_item item[MOST_ACTIVE * WGC_REDUCTION_TRIALS];
    size_t items;
    uint64_t number; /* of the next item */
};

bool wgc_exploration_is_over(const struct wgc_exploration *exploration)
{
    return exploration->stop != 0 || wgc_now() > exploration->last_moment;
}

static bool on_tick(void *context)
{
    struct wgc_exploration *exploration = context;

    if (*exploration->request->interrupted != 0) {
        exploration->stop = *exploration->request->interrupted;
    }
    return !wgc_exploration_is_over(exploration);
}

static struct wgc_finding *finding_of(const struct wgc_reductions *reductions,
                                      const struct wgc_reduction *reduction)
{
    return &reductions->exploration->findings.item[reduction->finding];
}

static void set_item(struct wgc_reductions *reductions, struct wgc_round_item *item,
                     const struct wgc_buf *text)
{
    *item = (struct wgc_round_item){0};
    (void)snprintf(item->name, sizeof item->name, "explore.variant_%" PRIu64, reductions->number++);
    wgc_buf_add(&item->text, text->data, text->size);
}

static void add_item(void *context, const struct wgc_buf *text)
{
    struct wgc_reductions *reductions = context;

    set_item(reductions, &reductions->item[reductions->items++], text);
}

/* Most variants of a program that ends so end their process. */
static bool costs_processes(enum wgc_state state)
{
    return state == WGC_STATE_CRASH || state == WGC_STATE_TIMEOUT;
}

/* How items run. */
struct manner {
    bool alone;    /* one at a time in a process */
    bool isolated; /* each in a new process */
    double most;   /* seconds */
};

static enum wgc_status run_round(struct wgc_exploration *exploration, struct wgc_round_item *item,
                                 size_t items, const struct manner *manner, struct wgc_err *err)
{
    struct wgc_run_options options = exploration->run_options;
    struct wgc_run_stats stats;

    options.alone = manner->alone || manner->isolated;
    if (manner->isolated) {
        options.idle = NULL;
    }
    options.timeout = options.timeout < manner->most ? options.timeout : manner->most;
    options.no_shared = true;
    options.device = (int)exploration->device.index;
    struct wgc_round round = {
        .suite = exploration->manifest,
        .options = &options,
        .context = exploration,
        .tick = on_tick,
        .count = items,
        .item = item,
    };
    for (size_t i = 0; i < items; i++) {
        if (item[i].text.failed) {
            return wgc_err_memory(err, "a variant of a program");
        }
    }
    return wgc_round_run(&round, &stats, err);
}

static double most_seconds_of(enum wgc_state failure)
{
    return failure == WGC_STATE_TIMEOUT ? most_seconds_of_timeout : most_seconds;
}

enum wgc_status wgc_exploration_try(struct wgc_exploration *exploration,
                                    struct wgc_round_item *item, size_t items,
                                    enum wgc_state failure, struct wgc_err *err)
{
    const struct manner manner = {.alone = costs_processes(failure),
                                  .most = most_seconds_of(failure)};
    return run_round(exploration, item, items, &manner, err);
}

/* Runs items of all reductions. isolated: each in a new process. */
static enum wgc_status run_items(const struct wgc_reductions *reductions,
                                 struct wgc_round_item *item, size_t items, bool isolated,
                                 struct wgc_err *err)
{
    struct manner manner = {.isolated = isolated, .most = most_seconds};

    for (size_t i = 0; i < reductions->count; i++) {
        const enum wgc_state failure = finding_of(reductions, &reductions->active[i])->failure;
        const double most = most_seconds_of(failure);
        manner.alone = manner.alone || costs_processes(failure);
        manner.most = most < manner.most ? most : manner.most;
    }
    return run_round(reductions->exploration, item, items, &manner, err);
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

/* Whether the smallest program also fails alone in a new process; then its result is from there. */
static enum wgc_status check_alone(struct wgc_reductions *reductions,
                                   const struct wgc_reduction *reduction, bool *fails,
                                   struct wgc_err *err)
{
    struct wgc_finding *finding = finding_of(reductions, reduction);
    struct wgc_round_item item;

    set_item(reductions, &item, &reduction->reducer.best);
    enum wgc_status status = run_items(reductions, &item, 1, true, err);
    *fails = status == WGC_OK && wgc_reduction_is_same(&item, finding);
    if (*fails) {
        wgc_result_free(&finding->last);
        finding->last = item.result;
        item.result = (struct wgc_result){0};
    }
    wgc_round_items_free(&item, 1);
    return status;
}

/* Ends the reduction at that place; the last one moves there. */
static void remove_at(struct wgc_reductions *reductions, size_t at)
{
    reductions->exploration->tried += reductions->active[at].reducer.tried;
    wgc_reduction_free(&reductions->active[at]);
    reductions->count--;
    if (at < reductions->count) {
        wgc_reduction_move(&reductions->active[at], &reductions->active[reductions->count]);
    }
}

/* No smaller variant fails: the finding gets the smallest program. If that needs the process of
 * other variants to fail, the reduction begins again with a process for each. */
static enum wgc_status conclude(struct wgc_reductions *reductions, size_t at, struct wgc_err *err)
{
    struct wgc_exploration *exploration = reductions->exploration;
    struct wgc_reduction *reduction = &reductions->active[at];
    const size_t number = reduction->finding;
    bool fails = true;
    enum wgc_status status = WGC_OK;

    if (!reduction->isolated) {
        status = check_alone(reductions, reduction, &fails, err);
    }
    if (status == WGC_OK && wgc_exploration_is_over(exploration)) {
        exploration->findings.item[number].state = WGC_FINDING_LEFT;
    } else if (status == WGC_OK && fails) {
        status = wgc_reduction_finish(reduction, finding_of(reductions, reduction), err);
        if (status == WGC_OK) {
            print_reduced(exploration, finding_of(reductions, reduction));
        }
    }
    remove_at(reductions, at);
    return status == WGC_OK && !fails && !wgc_exploration_is_over(exploration)
               ? wgc_reduction_start(&reductions->active[reductions->count++],
                                     &exploration->findings, number, true, err)
               : status;
}

/* Adds the items of all reductions, and concludes those that have none. */
static enum wgc_status add_items(struct wgc_reductions *reductions, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = reductions->count; status == WGC_OK && i-- > 0;) {
        struct wgc_reduction *reduction = &reductions->active[i];
        reduction->first = reductions->items;
        wgc_reduction_next(reduction, finding_of(reductions, reduction), add_item, reductions);
        if (reduction->count == 0) {
            status = conclude(reductions, i, err);
        }
    }
    return status;
}

/* Takes the results of all reductions. */
static void report(struct wgc_reductions *reductions)
{
    for (size_t i = reductions->count; i-- > 0;) {
        struct wgc_reduction *reduction = &reductions->active[i];
        struct wgc_finding *finding = finding_of(reductions, reduction);
        if (reduction->count > 0 &&
            !wgc_reduction_report(reduction, finding, &reductions->item[reduction->first])) {
            finding->state = WGC_FINDING_PASSED;
            remove_at(reductions, i);
        }
    }
}

/* One round for all reductions. */
static enum wgc_status step(struct wgc_reductions *reductions, struct wgc_err *err)
{
    bool isolated = false;
    enum wgc_status status = add_items(reductions, err);

    for (size_t i = 0; i < reductions->count; i++) {
        isolated = isolated || reductions->active[i].isolated;
    }
    if (status == WGC_OK && reductions->items > 0) {
        status = run_items(reductions, reductions->item, reductions->items, isolated, err);
    }
    if (status == WGC_OK && !wgc_exploration_is_over(reductions->exploration)) {
        report(reductions);
    }
    wgc_round_items_free(reductions->item, reductions->items);
    reductions->items = 0;
    return status;
}

/* Whether the finding can be reduced together with those that are: in processes of the same sort.
 */
static bool goes_with(const struct wgc_reductions *reductions, const struct wgc_finding *finding)
{
    for (size_t i = 0; i < reductions->count; i++) {
        const struct wgc_reduction *active = &reductions->active[i];
        const enum wgc_state other = finding_of(reductions, active)->failure;
        if (active->isolated || costs_processes(other) != costs_processes(finding->failure)) {
            return false;
        }
    }
    return true;
}

/* Starts reductions of new findings while there is room. */
static enum wgc_status fill(struct wgc_reductions *reductions, struct wgc_err *err)
{
    struct wgc_exploration *exploration = reductions->exploration;
    const size_t most = exploration->request->options->explore.reductions;
    enum wgc_status status = WGC_OK;
    bool no_memory = false;

    while (status == WGC_OK && reductions->count < MOST_ACTIVE && most > 0) {
        struct wgc_finding *finding = wgc_findings_next(&exploration->findings, most, &no_memory);
        if (no_memory) {
            return wgc_err_memory(err, "a finding");
        }
        if (finding == NULL || !goes_with(reductions, finding)) {
            break;
        }
        finding->state = WGC_FINDING_ACTIVE;
        status =
            wgc_reduction_start(&reductions->active[reductions->count++], &exploration->findings,
                                (size_t)(finding - exploration->findings.item), false, err);
    }
    return status;
}

enum wgc_status wgc_exploration_reduce(struct wgc_exploration *exploration, double until,
                                       struct wgc_err *err)
{
    struct wgc_reductions *reductions = exploration->reductions;
    enum wgc_status status = fill(reductions, err);

    while (status == WGC_OK && reductions->count > 0 && wgc_now() < until &&
           !wgc_exploration_is_over(exploration)) {
        status = step(reductions, err);
        if (status == WGC_OK) {
            status = fill(reductions, err);
        }
    }
    return status;
}

size_t wgc_exploration_leave_rest(struct wgc_exploration *exploration)
{
    size_t left = 0;

    for (size_t i = 0; i < exploration->findings.count; i++) {
        struct wgc_finding *finding = &exploration->findings.item[i];
        if (finding->state == WGC_FINDING_NEW || finding->state == WGC_FINDING_ACTIVE) {
            finding->state = WGC_FINDING_LEFT;
        }
        left += finding->state == WGC_FINDING_LEFT;
    }
    return left;
}

struct wgc_reductions *wgc_reductions_create(struct wgc_exploration *exploration)
{
    struct wgc_reductions *reductions = calloc(1, sizeof *reductions);

    if (reductions != NULL) {
        reductions->exploration = exploration;
    }
    return reductions;
}

void wgc_reductions_free(struct wgc_reductions *reductions)
{
    for (size_t i = 0; reductions != NULL && i < reductions->count; i++) {
        wgc_reduction_free(&reductions->active[i]);
    }
    free(reductions);
}
