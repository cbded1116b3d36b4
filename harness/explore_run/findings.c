#include "explore_run/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

struct wgc_finding *wgc_findings_add(struct wgc_findings *findings, size_t result,
                                     enum wgc_state failure, const struct wgc_buf *text,
                                     const char *kind, uint64_t collectives)
{
    struct wgc_finding *grown = wgc_array_grow(findings->item, findings->count, sizeof *grown);

    if (grown == NULL) {
        return NULL;
    }
    findings->item = grown;
    struct wgc_finding *finding = &findings->item[findings->count];
    *finding =
        (struct wgc_finding){.result = result, .failure = failure, .collectives = collectives};
    wgc_buf_add(&finding->text, wgc_buf_str(text), text->size);
    wgc_buf_text(&finding->kind, kind);
    if (finding->text.failed || finding->kind.failed) {
        wgc_buf_free(&finding->text);
        wgc_buf_free(&finding->kind);
        return NULL;
    }
    findings->count++;
    return finding;
}

void wgc_findings_free(struct wgc_findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        struct wgc_finding *finding = &findings->item[i];
        wgc_buf_free(&finding->text);
        wgc_buf_free(&finding->kind);
        wgc_buf_free(&finding->reduced);
        wgc_result_free(&finding->last);
        free(finding->shape);
        wgc_attribution_free(finding);
    }
    free(findings->item);
    *findings = (struct wgc_findings){0};
}

/* Whether other is reduced and may have the cause of finding. Wrong values of a reduced program
 * without a collective function would explain those of every program. */
static bool may_explain(const struct wgc_finding *other, const struct wgc_finding *finding)
{
    return other->state == WGC_FINDING_REDUCED && other->shape != NULL &&
           strcmp(other->kind.data, finding->kind.data) == 0 &&
           (other->reduced_collectives != 0 || other->failure != WGC_STATE_FAIL) &&
           (other->reduced_collectives & ~finding->collectives) == 0;
}

/* How many reduced findings have the shape of other. */
static size_t count_shape(const struct wgc_findings *findings, const struct wgc_finding *other)
{
    size_t count = 0;

    for (size_t i = 0; i < findings->count; i++) {
        const struct wgc_finding *item = &findings->item[i];
        count += item->state == WGC_FINDING_REDUCED && item->shape != NULL &&
                 strcmp(item->shape, other->shape) == 0 &&
                 strcmp(item->kind.data, other->kind.data) == 0;
    }
    return count;
}

bool wgc_finding_is_known(const struct wgc_findings *findings, struct wgc_finding *finding,
                          size_t reductions, bool *no_memory)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct wgc_finding *other = &findings->item[i];
        if (may_explain(other, finding) && count_shape(findings, other) >= reductions) {
            finding->shape = strdup(other->shape);
            finding->shape_kind = other->shape_kind;
            *no_memory = *no_memory || finding->shape == NULL;
            finding->state = WGC_FINDING_SAME;
            return true;
        }
    }
    return false;
}

/* Reductions that have run, or run now, for what may be the cause of a new finding. */
static size_t count_reductions(const struct wgc_findings *findings,
                               const struct wgc_finding *finding)
{
    /* wrong values have many causes, and the functions that show them are not known yet */
    const bool by_kind = finding->failure != WGC_STATE_FAIL;
    size_t active = 0, most = 0;

    for (size_t i = 0; i < findings->count; i++) {
        const struct wgc_finding *other = &findings->item[i];
        if (may_explain(other, finding)) {
            const size_t count = count_shape(findings, other);
            most = count > most ? count : most;
        }
        active += by_kind && other->state == WGC_FINDING_ACTIVE &&
                  strcmp(other->kind.data, finding->kind.data) == 0;
    }
    return most + active;
}

/* Failures that end no process are the cheapest to reduce. */
static unsigned cost_of(enum wgc_state failure)
{
    switch (failure) {
    case WGC_STATE_FAIL:
        return 0;
    case WGC_STATE_CRASH:
        return 2;
    case WGC_STATE_TIMEOUT:
        return 3;
    default:
        return 1;
    }
}

struct wgc_finding *wgc_findings_next(struct wgc_findings *findings, size_t reductions,
                                      bool *no_memory)
{
    struct wgc_finding *best = NULL;
    size_t fewest = 0;

    for (size_t i = 0; i < findings->count && !*no_memory; i++) {
        struct wgc_finding *finding = &findings->item[i];
        if (finding->state != WGC_FINDING_NEW ||
            wgc_finding_is_known(findings, finding, reductions, no_memory)) {
            continue;
        }
        const size_t count = count_reductions(findings, finding);
        const unsigned cost = cost_of(finding->failure);
        const unsigned best_cost = best == NULL ? 0 : cost_of(best->failure);
        if (best == NULL || count < fewest ||
            (count == fewest &&
             (cost < best_cost || (cost == best_cost && finding->text.size < best->text.size)))) {
            best = finding;
            fewest = count;
        }
    }
    return best;
}
