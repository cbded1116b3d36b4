#include "supervisor/crash_likelihood.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* How many more crashes than passes make a case with that form and shape, or with that function and
 * form, likely to crash. One case counts twice: in its batch, and alone. */
enum { HIGH_OF_SHAPE = 3, HIGH_OF_FUNCTION = 1 };

static bool is_related(const struct wgc_signature *first, const struct wgc_signature *other)
{
    return first->language == other->language && first->type == other->type &&
           strncmp(first->function, other->function, strlen(first->function)) == 0;
}

static size_t first_related(const struct wgc_manifest *manifest, size_t signature)
{
    size_t first = 0;

    while (!is_related(&manifest->signature[first], &manifest->signature[signature])) {
        first++;
    }
    return first;
}

/* The signatures of a function, one for each type, are adjacent in the manifest. */
static void note_first_signatures(struct wgc_crash_likelihood *likelihood)
{
    const struct wgc_signature *signature = likelihood->manifest->signature;

    for (size_t i = 1; i < likelihood->manifest->signature_count; i++) {
        const bool same = signature[i].language == signature[i - 1].language &&
                          strcmp(signature[i].function, signature[i - 1].function) == 0;
        likelihood->first[i] = same ? likelihood->first[i - 1] : i;
    }
}

enum wgc_status wgc_crash_likelihood_init(struct wgc_crash_likelihood *likelihood,
                                          const struct wgc_manifest *manifest, struct wgc_err *err)
{
    *likelihood = (struct wgc_crash_likelihood){.shapes = manifest->shape_count};
    likelihood->score = calloc(manifest->form_count * manifest->shape_count + 1, 1);
    likelihood->function = calloc(manifest->signature_count * manifest->form_count + 1, 1);
    likelihood->build = calloc(manifest->signature_count + 1, 1);
    likelihood->related = calloc(manifest->signature_count + 1, sizeof *likelihood->related);
    likelihood->first = calloc(manifest->signature_count + 1, sizeof *likelihood->first);
    if (likelihood->score == NULL || likelihood->function == NULL || likelihood->first == NULL ||
        likelihood->build == NULL || likelihood->related == NULL) {
        return wgc_err_memory(err, "the cases' risks");
    }
    likelihood->manifest = manifest;
    note_first_signatures(likelihood);
    return WGC_OK;
}

void wgc_crash_likelihood_free(struct wgc_crash_likelihood *likelihood)
{
    free(likelihood->score);
    free(likelihood->function);
    free(likelihood->first);
    free(likelihood->build);
    free(likelihood->related);
    *likelihood = (struct wgc_crash_likelihood){0};
}

static unsigned char *score_of(const struct wgc_crash_likelihood *likelihood,
                               const struct wgc_case *item)
{
    return &likelihood->score[item->form * likelihood->shapes + item->shape];
}

static unsigned char *score_of_function(const struct wgc_crash_likelihood *likelihood,
                                        const struct wgc_case *item)
{
    const size_t forms = likelihood->manifest->form_count;

    return &likelihood->function[likelihood->first[item->signature] * forms + item->form];
}

static void count(unsigned char *score, bool crashed)
{
    if (crashed && *score < UCHAR_MAX) {
        ++*score;
    } else if (!crashed && *score > 0) {
        --*score;
    }
}

void wgc_crash_likelihood_note_run(struct wgc_crash_likelihood *likelihood,
                                   const struct wgc_case *item, bool crashed)
{
    count(score_of(likelihood, item), crashed);
    count(score_of_function(likelihood, item), crashed);
}

bool wgc_crash_likelihood_run_is_high(const struct wgc_crash_likelihood *likelihood,
                                      const struct wgc_case *item)
{
    if (likelihood->manifest->signature[item->signature].kind == WGC_KIND_PROGRESS) {
        return true; /* without progress it never ends: alone that takes one time limit, not more */
    }
    return *score_of(likelihood, item) >= HIGH_OF_SHAPE ||
           *score_of_function(likelihood, item) >= HIGH_OF_FUNCTION;
}

void wgc_crash_likelihood_note_build(struct wgc_crash_likelihood *likelihood,
                                     const struct wgc_case *item, bool crashed)
{
    for (size_t i = 0; !likelihood->any_build && i < likelihood->manifest->signature_count; i++) {
        likelihood->related[i] = first_related(likelihood->manifest, i);
    }
    likelihood->any_build = true;
    count(&likelihood->build[likelihood->related[item->signature]], crashed);
}

bool wgc_crash_likelihood_build_is_high(const struct wgc_crash_likelihood *likelihood,
                                        const struct wgc_case *item)
{
    return likelihood->any_build && likelihood->build[likelihood->related[item->signature]] > 0;
}
