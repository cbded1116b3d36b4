#include "supervisor/risk.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { HIGH = 2 };

static bool is_kin(const struct wgc_signature *first, const struct wgc_signature *other)
{
    return first->language == other->language && first->type == other->type &&
           strncmp(first->function, other->function, strlen(first->function)) == 0;
}

static size_t find_kin(const struct wgc_manifest *manifest, size_t signature)
{
    size_t first = 0;

    while (!is_kin(&manifest->signature[first], &manifest->signature[signature])) {
        first++;
    }
    return first;
}

enum wgc_status wgc_risk_init(struct wgc_risk *risk, const struct wgc_manifest *manifest,
                              struct wgc_err *err)
{
    risk->shapes = manifest->shape_count;
    risk->score = calloc(manifest->form_count * manifest->shape_count + 1, 1);
    risk->build = calloc(manifest->signature_count + 1, 1);
    risk->kin = calloc(manifest->signature_count + 1, sizeof *risk->kin);
    if (risk->score == NULL || risk->build == NULL || risk->kin == NULL) {
        return wgc_err_memory(err, "the cases' risks");
    }
    risk->manifest = manifest;
    return WGC_OK;
}

void wgc_risk_free(struct wgc_risk *risk)
{
    free(risk->score);
    free(risk->build);
    free(risk->kin);
    *risk = (struct wgc_risk){0};
}

static unsigned char *score_of(const struct wgc_risk *risk, const struct wgc_case *item)
{
    return &risk->score[item->form * risk->shapes + item->shape];
}

static void count(unsigned char *score, bool died)
{
    if (died && *score < UCHAR_MAX) {
        ++*score;
    } else if (!died && *score > 0) {
        --*score;
    }
}

void wgc_risk_note(struct wgc_risk *risk, const struct wgc_case *item, bool died)
{
    count(score_of(risk, item), died);
}

bool wgc_risk_is_high(const struct wgc_risk *risk, const struct wgc_case *item)
{
    return *score_of(risk, item) >= HIGH;
}

void wgc_risk_note_build(struct wgc_risk *risk, const struct wgc_case *item, bool died)
{
    for (size_t i = 0; !risk->any_build && i < risk->manifest->signature_count; i++) {
        risk->kin[i] = find_kin(risk->manifest, i);
    }
    risk->any_build = true;
    count(&risk->build[risk->kin[item->signature]], died);
}

bool wgc_risk_build_is_high(const struct wgc_risk *risk, const struct wgc_case *item)
{
    return risk->any_build && risk->build[risk->kin[item->signature]] > 0;
}
