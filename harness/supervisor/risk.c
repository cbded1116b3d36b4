#include "supervisor/risk.h"

#include <limits.h>
#include <stdlib.h>

enum { HIGH = 2 };

enum wgc_status wgc_risk_init(struct wgc_risk *risk, const struct wgc_manifest *manifest,
                              struct wgc_err *err)
{
    risk->shapes = manifest->shape_count;
    risk->score = calloc(manifest->form_count * manifest->shape_count + 1, 1);
    return risk->score == NULL ? wgc_err_memory(err, "the cases' risks") : WGC_OK;
}

void wgc_risk_free(struct wgc_risk *risk)
{
    free(risk->score);
    *risk = (struct wgc_risk){0};
}

static unsigned char *score_of(const struct wgc_risk *risk, const struct wgc_case *item)
{
    return &risk->score[item->form * risk->shapes + item->shape];
}

void wgc_risk_note(struct wgc_risk *risk, const struct wgc_case *item, bool died)
{
    unsigned char *score = score_of(risk, item);

    if (died && *score < UCHAR_MAX) {
        ++*score;
    } else if (!died && *score > 0) {
        --*score;
    }
}

bool wgc_risk_is_high(const struct wgc_risk *risk, const struct wgc_case *item)
{
    return *score_of(risk, item) >= HIGH;
}
