/*
 * Of each vote the cases of a form together expect something that is true and something that is
 * false: a device whose vote is always the same cannot pass them all. Logical operators are votes
 * too. It is shown for sub-groups of 16 work-items in the order of linear ids, and of more for
 * larger clusters.
 */
#include <stdlib.h>
#include <string.h>

#include "suite/manifest.h"
#include "tests/unit/portion.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"
#include "trial/expected.h"
#include "trial/parts.h"

enum { USUAL_SIZE = 16, LARGEST = 256, LOCAL_MEMORY = 8192 };

enum { ANY_KIND = -1, ANY_OP = -1 };

#define ONE_SIZE "the cover has one local size or two: `plain` has both"

/* Forms that cannot have both, of some functions or of all. */
static const struct {
    const char *form;
    int kind, op;
    const char *why;
} exceptions[] = {
    {"literal", ANY_KIND, ANY_OP, "one literal, which all work-items pass: `literals` has 0 too"},
    {"unused", ANY_KIND, ANY_OP, "nobody uses the result"},
    {"groups65536", WGC_KIND_SCAN_EXCLUSIVE, ANY_OP,
     "up to four work-items, where one alone has nothing but the identity"},
    {"literals", WGC_KIND_ALL_EQUAL, ANY_OP, "all pass the same value"},
    {"counted", WGC_KIND_ALL_EQUAL, ANY_OP, "all pass the same value"},
    {"alone", ANY_KIND, WGC_OP_logical_xor, ONE_SIZE},
    {"literals", WGC_KIND_CLUSTERED_REDUCE, WGC_OP_logical_xor,
     "an even number of equal values is not true"},
};

static bool is_excepted(const struct wgc_signature *signature, const char *form)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
        const int kind = exceptions[i].kind, op = exceptions[i].op;
        if (strcmp(exceptions[i].form, form) == 0 &&
            (kind == ANY_KIND || kind == (int)signature->kind) &&
            (op == ANY_OP || op == (int)signature->op)) {
            return true;
        }
    }
    return false;
}

static bool is_vote(const struct wgc_signature *signature)
{
    return signature->language != WGC_LANGUAGE_QUERY &&
           (wgc_is_truth(signature->kind, signature->op) || signature->kind == WGC_KIND_ALL_EQUAL);
}

static size_t size_for(const struct wgc_signature *signature, const struct wgc_form *form)
{
    const size_t cluster = wgc_case_cluster(signature, form);
    return cluster > USUAL_SIZE ? cluster : USUAL_SIZE;
}

static size_t items_of(const struct wgc_shape *shape, size_t side, size_t size)
{
    switch (shape->size) {
    case WGC_SHAPE_SIDES:
        return side;
    case WGC_SHAPE_MAX:
        return LARGEST;
    case WGC_SHAPE_FULL:
        return 4 * size;
    case WGC_SHAPE_PARTIAL:
        return 4 * size - 3;
    case WGC_SHAPE_SINGLE:
    case WGC_SHAPE_SIZE_COUNT:
        break;
    }
    return size;
}

static struct wgc_trial_spec spec_of(const struct wgc_signature *signature,
                                     const struct wgc_form *form, const struct wgc_shape *shape)
{
    struct wgc_trial_spec spec = fake_spec(signature, form, 1);
    spec.rank = shape->rank;
    memcpy(spec.local_size, shape->side, sizeof spec.local_size);
    spec.local_size[0] = items_of(shape, shape->side[0], size_for(signature, form));
    spec.sub_group_hint = size_for(signature, form);
    spec.local_memory = LOCAL_MEMORY;
    if (form->geometry == WGC_GEOMETRY_CHOSEN) {
        wgc_trial_range(&spec, spec.global_size);
    }
    return spec;
}

/* What a right kernel writes of its sub-groups. */
static uint32_t *meta_of(const struct wgc_trial *trial, size_t size)
{
    uint32_t *meta = fake_memory(1, trial->meta_bytes);
    const size_t full = trial->group_items;
    for (size_t g = 0; g < trial->group_count; g++) {
        const size_t n = wgc_partition_items(trial, g);
        for (size_t i = 0; i < n; i++) {
            const size_t first = i / size * size;
            const uint32_t words[WGC_META_WORDS] = {
                (uint32_t)(i / size),
                (uint32_t)(i % size),
                (uint32_t)(n - first < size ? n - first : size),
                (uint32_t)size,
                (uint32_t)((n + size - 1) / size),
                (uint32_t)((full + size - 1) / size),
            };
            memcpy(meta + (g * full + i) * WGC_META_WORDS, words, sizeof words);
        }
    }
    return meta;
}

struct seen {
    bool yes, no;
};

static void add_expected(const struct wgc_expected *expected, size_t bytes, struct seen *seen)
{
    static const unsigned char zeros[16];
    for (size_t i = 0; i < expected->elements; i++) {
        const int mode = expected->mode[i];
        if (mode != WGC_JUDGE_TRUTH && mode != WGC_JUDGE_BITS && mode != WGC_JUDGE_SAME) {
            continue;
        }
        const bool no = memcmp(expected->values + i * bytes, zeros, bytes) == 0;
        seen->yes = seen->yes || !no;
        seen->no = seen->no || no;
    }
}

static void add_case(const struct wgc_signature *signature, const struct wgc_form *form,
                     const struct wgc_shape *shape, struct wgc_trial_cache *cache,
                     struct seen *seen)
{
    const struct wgc_trial_spec spec = spec_of(signature, form, shape);
    const size_t size = size_for(signature, form);
    struct wgc_trial *trial = fake_trial(&spec, cache);
    const bool queries = signature->scope == WGC_SCOPE_SUB_GROUP && trial->meta_bytes > 0;
    uint32_t *meta = queries ? meta_of(trial, size) : NULL;
    struct wgc_expected expected;
    struct wgc_err err;
    if (wgc_trial_needs_map(trial)) {
        assert_int_equal(wgc_trial_map(trial, meta, &err), WGC_OK);
    }
    assert_int_equal(wgc_trial_expect(trial, meta, size, &expected, &err), WGC_OK);
    add_expected(&expected, wgc_type_info(signature->type)->bytes, seen);
    wgc_expected_free(&expected);
    free(meta);
    wgc_trial_free(trial);
}

/* All cases of a form: it may have a cell for each profile. */
static size_t check(const struct wgc_manifest *suite, const struct wgc_signature *signature,
                    size_t number, struct wgc_trial_cache *cache)
{
    const struct wgc_grid *grid = &suite->grid[signature->grid];
    const struct wgc_form *form = &suite->form[number];
    struct seen seen = {0};
    size_t cases = 0;
    for (size_t c = 0; c < grid->cell_count; c++) {
        for (size_t s = 0; grid->cell[c].form == number && s < grid->cell[c].shape_count; s++) {
            cases++;
            if (!seen.yes || !seen.no) {
                add_case(signature, form, &suite->shape[grid->cell[c].shape[s]], cache, &seen);
            }
        }
    }
    if (cases == 0 || is_excepted(signature, form->name) || (seen.yes && seen.no)) {
        return 0;
    }
    print_error("%s.%s.%s.*.%s: no case expects %s\n", wgc_language_name(signature->language),
                signature->function, wgc_type_info(signature->type)->name, form->name,
                seen.yes ? "false" : "true");
    return 1;
}

TEST(each_form_expects_true_and_false)
{
    const struct wgc_manifest *suite = &wgc_built_suite;
    struct wgc_trial_cache *cache = wgc_trial_cache_create(1 << 22);
    size_t missed = 0, votes = 0;
    assert_non_null(cache);
    for (size_t s = 0; s < suite->signature_count; s++) {
        const struct wgc_signature *signature = &suite->signature[s];
        votes += is_vote(signature);
        for (size_t f = 0; is_vote(signature) && f < suite->form_count; f++) {
            missed += is_in_portion(s + f) ? check(suite, signature, f, cache) : 0;
        }
    }
    wgc_trial_cache_free(cache);
    assert_true(votes > 0);
    assert_int_equal(missed, 0);
}
