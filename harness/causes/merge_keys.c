/* What failures with one cause agree in, as a key (causes/merge.h). */
#include "causes/merge_parts.h"

#include <string.h>

#include "causes/signature_parts.h"

const char *wgc_merge_family(const struct wgc_signature *signature)
{
    return signature->family.built_in != NULL ? signature->family.built_in : signature->family.name;
}

/* Operators distinguish wrong values; a crash or a refusal is that of the function. */
const char *wgc_merge_operators(const struct wgc_signature *signature)
{
    return signature->failure == WGC_STATE_FAIL ? signature->family.operators : "";
}

enum wgc_merge_class_kind wgc_merge_class(const struct wgc_signature *signature)
{
    switch (signature->wrong.kind) {
    case WGC_WRONG_OTHER:
        return WGC_MERGE_OTHER;
    case WGC_WRONG_NOT_WRITTEN:
        return WGC_MERGE_NOT_WRITTEN;
    case WGC_WRONG_VALUE:
    case WGC_WRONG_NAN:
    case WGC_WRONG_NO_NAN:
    case WGC_WRONG_FLUSHED:
    case WGC_WRONG_ZERO_SIGN:
    case WGC_WRONG_INEXACT:
        return WGC_MERGE_VALUE;
    case WGC_WRONG_KIND_COUNT:
        break;
    }
    return WGC_MERGE_NONE;
}

static const char *class_name(enum wgc_merge_class_kind class)
{
    static const char *const names[WGC_MERGE_COUNT] = {"", "value", "not_written", ""};

    return names[class];
}

/* A kind of wrong value that is the same defect in every function. */
bool wgc_merge_is_special(enum wgc_wrong_kind kind)
{
    return kind == WGC_WRONG_NAN || kind == WGC_WRONG_NO_NAN || kind == WGC_WRONG_FLUSHED ||
           kind == WGC_WRONG_ZERO_SIGN || kind == WGC_WRONG_INEXACT;
}

size_t wgc_merge_most(const size_t *left, size_t count)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++) {
        best = left[i] > left[best] ? i : best;
    }
    return best;
}

/* The most frequent kind in the cells of a family that are decided so. */
static enum wgc_wrong_kind kind_of(const struct wgc_merge_table *table, size_t family)
{
    size_t count[WGC_WRONG_KIND_COUNT] = {0};

    for (size_t i = 0; i < table->count; i++) {
        const struct wgc_merge_cell *cell = &table->cell[i];
        for (size_t k = 0; k < cell->count && cell->family == family; k++) {
            count[cell->first[k]->wrong.kind] += cell->scope == WGC_SCOPE_FAMILY;
        }
    }
    return (enum wgc_wrong_kind)wgc_merge_most(count, WGC_WRONG_KIND_COUNT);
}

static void put_key(struct wgc_signature *signature, enum wgc_signature_scope scope,
                    enum wgc_wrong_kind kind)
{
    struct wgc_buf *key = &signature->key;
    const enum wgc_merge_class_kind class = wgc_merge_class(signature);

    if (scope == WGC_SCOPE_FORM) {
        wgc_signature_part(key, "form");
        wgc_signature_part(key, signature->group.id);
        if (signature->in_driver) {
            wgc_signature_part(key, "driver");
        }
    } else if (scope == WGC_SCOPE_DAMAGE) {
        wgc_signature_part(key, "damage");
        wgc_signature_part(key, wgc_damage_name(signature->wrong.damage));
    } else if (signature->failure == WGC_STATE_BUILD_ERROR) {
        scope = WGC_SCOPE_FEATURE;
        wgc_signature_part(key, signature->family.feature);
    } else if (signature->failure == WGC_STATE_FAIL && wgc_merge_is_special(kind)) {
        scope = WGC_SCOPE_KIND;
        wgc_signature_part(key, wgc_wrong_name(kind));
    } else {
        wgc_signature_part(key, wgc_merge_family(signature));
        wgc_signature_part(key, wgc_merge_operators(signature));
        wgc_signature_part(key, class == WGC_MERGE_OTHER ? signature->what : class_name(class));
    }
    signature->scope = scope;
}

bool wgc_merge_put_keys(const struct wgc_merge_table *table)
{
    bool whole = true;
    enum wgc_wrong_kind kind = WGC_WRONG_OTHER;

    for (size_t i = 0; i < table->count; i++) {
        const struct wgc_merge_cell *cell = &table->cell[i];
        if (i == 0 || cell->family != table->cell[i - 1].family) {
            kind = kind_of(table, cell->family);
        }
        for (size_t k = 0; k < cell->count; k++) {
            if (cell->scope == WGC_SCOPE_DAMAGE) {
                cell->first[k]->wrong.damage = cell->damage;
            }
            put_key(cell->first[k], cell->scope,
                    cell->scope == WGC_SCOPE_KIND ? cell->first[k]->wrong.kind : kind);
            whole = whole && !cell->first[k]->key.failed;
        }
    }
    return whole;
}
