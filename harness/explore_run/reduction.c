#include "explore_run/parts.h"
#include "explore_run/failure_kind.h"

#include <string.h>

#include "record/frames.h"

/* Variants of the next round: fewer after one that fails, more after none. */
enum { FIRST_TRIALS = 4, LEAST_TRIALS = 2 };

enum wgc_status wgc_reduction_start(struct wgc_reduction *reduction,
                                    const struct wgc_findings *findings, size_t finding,
                                    bool isolated, struct wgc_err *err)
{
    const struct wgc_buf *text = &findings->item[finding].text;

    *reduction =
        (struct wgc_reduction){.finding = finding, .isolated = isolated, .width = FIRST_TRIALS};
    reduction->source = wgc_program_variant_source(&reduction->variants);
    return wgc_reducer_start(&reduction->reducer, &reduction->source, text->data, text->size)
               ? WGC_OK
               : wgc_err_memory(err, "a reduction");
}

void wgc_reduction_move(struct wgc_reduction *to, struct wgc_reduction *from)
{
    *to = *from;
    *from = (struct wgc_reduction){0};
    /* the source points to its variants */
    to->source = wgc_program_variant_source(&to->variants);
    to->reducer.source = &to->source;
}

void wgc_reduction_free(struct wgc_reduction *reduction)
{
    wgc_reducer_free(&reduction->reducer);
    wgc_program_variants_free(&reduction->variants);
}

void wgc_reduction_next(struct wgc_reduction *reduction, const struct wgc_finding *finding,
                        void (*add)(void *context, const struct wgc_buf *text), void *context)
{
    reduction->count = 0;
    if (!reduction->confirmed) {
        add(context, &finding->text);
        reduction->count = 1;
    } else if (wgc_reducer_next(&reduction->reducer, reduction->width)) {
        for (size_t i = 0; i < reduction->reducer.trials; i++) {
            add(context, &reduction->reducer.trial[i].text);
        }
        reduction->count = reduction->reducer.trials;
    }
}

bool wgc_reduction_is_same(const struct wgc_round_item *item, const struct wgc_finding *finding)
{
    return item->is_done &&
           wgc_failure_is_of_kind(&item->result, &finding->kind, finding->any_place);
}

/* Whether the program itself has crashed at another place than before: then its variants may, too.
 */
static bool has_crashed_elsewhere(const struct wgc_round_item *item, struct wgc_finding *finding)
{
    if (!item->is_done || !wgc_failure_leave_place(&finding->kind, finding->plain, &item->result)) {
        return false;
    }
    finding->any_place = true;
    return true;
}

/* Keeps the result of the new best program. */
static void keep_result(struct wgc_finding *finding, struct wgc_round_item *item)
{
    wgc_result_free(&finding->last);
    finding->last = item->result;
    item->result = (struct wgc_result){0};
}

static void set_width(struct wgc_reduction *reduction, bool kept_one)
{
    const size_t width = kept_one ? reduction->width / 2 : 2 * reduction->width;

    reduction->width = width < LEAST_TRIALS           ? LEAST_TRIALS
                       : width > WGC_REDUCTION_TRIALS ? WGC_REDUCTION_TRIALS
                                                      : width;
}

bool wgc_reduction_report(struct wgc_reduction *reduction, struct wgc_finding *finding,
                          struct wgc_round_item *item)
{
    bool fails[WGC_REDUCTION_TRIALS] = {false};
    struct wgc_round_item *smallest = NULL;

    for (size_t i = 0; i < reduction->count; i++) {
        fails[i] = wgc_reduction_is_same(&item[i], finding) ||
                   (!reduction->confirmed && has_crashed_elsewhere(&item[i], finding));
        if (fails[i] && (smallest == NULL || item[i].text.size < smallest->text.size)) {
            smallest = &item[i];
        }
    }
    if (smallest != NULL) {
        keep_result(finding, smallest);
    }
    if (reduction->confirmed) {
        wgc_reducer_report(&reduction->reducer, fails);
        set_width(reduction, smallest != NULL);
        return true;
    }
    reduction->confirmed = fails[0];
    return reduction->confirmed;
}

enum wgc_status wgc_reduction_finish(struct wgc_reduction *reduction, struct wgc_finding *finding,
                                     struct wgc_err *err)
{
    struct wgc_program program;
    struct wgc_buf shape = {0};

    if (reduction->reducer.no_memory) {
        return wgc_err_memory(err, "a reduction");
    }
    finding->state = WGC_FINDING_REDUCED;
    finding->reduced = reduction->reducer.best;
    reduction->reducer.best = (struct wgc_buf){0};
    finding->tried = reduction->reducer.tried;
    enum wgc_status status = wgc_program_read("reduced program", finding->reduced.data,
                                              finding->reduced.size, &program, err);
    if (status != WGC_OK) {
        return status;
    }
    wgc_program_shape(&program, &shape);
    finding->reduced_collectives = wgc_program_collectives(&program);
    finding->lines = wgc_program_lines(&program);
    wgc_program_free(&program);
    if (finding->any_place) {
        wgc_buf_text(&shape, ", crashes at changing places");
        finding->shape_kind = WGC_SHAPE_CHANGING;
    }
    finding->shape = shape.data;
    return shape.failed ? wgc_err_memory(err, "the shape of a program") : WGC_OK;
}
