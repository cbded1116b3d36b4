#include "causes/merge.h"

#include <stdlib.h>
#include <string.h>

#include "causes/form_group.h"
#include "causes/signature_parts.h"

/* Cells with one special kind of wrong value from which on it is the cause. */
enum { SEVERAL = 3 };

/* What a wrong value is called in a key, next to its family. */
enum wrong_class { CLASS_NONE, CLASS_VALUE, CLASS_NOT_WRITTEN, CLASS_OTHER, CLASS_COUNT };

/* The failures of a family (with its operators and class) in a group of forms, in a language. */
struct cell {
    struct wgc_signature **first;
    size_t count;
    size_t family, group;           /* the numbers of its rows */
    enum wgc_signature_scope scope; /* OPEN until it is decided */
    enum wgc_damage damage;         /* of one that is single: see join_single; else UNKNOWN */
};

struct table {
    struct cell *cell;
    size_t count;
    size_t families, groups;
    size_t *family_left, *group_left; /* undecided cells of each */
    const struct cell *(*plain)[2];   /* of each family: in the form plain, in C and in SPIR-V */
};

static const char *family_of(const struct wgc_signature *signature)
{
    return signature->family.built_in != NULL ? signature->family.built_in : signature->family.name;
}

/* Operators distinguish wrong values; a crash or a refusal is that of the function. */
static const char *operators_of(const struct wgc_signature *signature)
{
    return signature->failure == WGC_STATE_FAIL ? signature->family.operators : "";
}

static enum wrong_class class_of(const struct wgc_signature *signature)
{
    switch (signature->wrong.kind) {
    case WGC_WRONG_OTHER:
        return CLASS_OTHER;
    case WGC_WRONG_NOT_WRITTEN:
        return CLASS_NOT_WRITTEN;
    case WGC_WRONG_VALUE:
    case WGC_WRONG_NAN:
    case WGC_WRONG_NO_NAN:
    case WGC_WRONG_FLUSHED:
    case WGC_WRONG_ZERO_SIGN:
    case WGC_WRONG_INEXACT:
        return CLASS_VALUE;
    case WGC_WRONG_KIND_COUNT:
        break;
    }
    return CLASS_NONE;
}

static const char *class_name(enum wrong_class class)
{
    static const char *const names[CLASS_COUNT] = {"", "value", "not_written", ""};

    return names[class];
}

static int compare_families(const struct wgc_signature *a, const struct wgc_signature *b)
{
    int order = strcmp(a->key.data, b->key.data);

    order = order != 0 ? order : strcmp(family_of(a), family_of(b));
    order = order != 0 ? order : strcmp(operators_of(a), operators_of(b));
    order = order != 0 ? order : (int)class_of(a) - (int)class_of(b);
    return order != 0 ? order : strcmp(a->what, b->what);
}

/* A crash in the driver and one in the kernel's code, or of which nothing is known, are two
 * defects, unless the function is what they share. */
static int compare_groups(const struct wgc_signature *a, const struct wgc_signature *b)
{
    const int order = strcmp(a->group.id, b->group.id);

    return order != 0 ? order : (int)a->in_driver - (int)b->in_driver;
}

static bool is_spirv(const struct wgc_signature *signature)
{
    return signature->name[0] == 's';
}

/* The open ones first, by family, then by group of forms, then by language. */
static int by_cell(const void *a, const void *b)
{
    const struct wgc_signature *left = *(struct wgc_signature *const *)a;
    const struct wgc_signature *right = *(struct wgc_signature *const *)b;
    bool open_left = left->scope == WGC_SCOPE_OPEN;
    bool open_right = right->scope == WGC_SCOPE_OPEN;

    if (open_left != open_right) {
        return open_left ? -1 : 1;
    }
    int order = compare_families(left, right);
    order = order != 0 ? order : compare_groups(left, right);
    return order != 0 ? order : (int)is_spirv(left) - (int)is_spirv(right);
}

static bool same_group(const struct cell *a, const struct cell *b)
{
    return strcmp(a->first[0]->key.data, b->first[0]->key.data) == 0 &&
           compare_groups(a->first[0], b->first[0]) == 0;
}

/* The number of the cell's group: that of an earlier cell, or a new one. */
static size_t group_of(struct table *table, const struct cell *cell)
{
    for (const struct cell *other = table->cell; other < cell; other++) {
        if (same_group(other, cell)) {
            return other->group;
        }
    }
    return table->groups++;
}

/* Makes the cells of sorted signatures, of which count are open. */
static void make_cells(struct table *table, struct wgc_signature **signature, size_t count)
{
    for (size_t i = 0; i < count;) {
        struct cell *cell = &table->cell[table->count];
        bool new_family = i == 0 || compare_families(signature[i - 1], signature[i]) != 0;
        *cell = (struct cell){.first = signature + i, .scope = WGC_SCOPE_OPEN};
        while (i < count && compare_families(cell->first[0], signature[i]) == 0 &&
               compare_groups(cell->first[0], signature[i]) == 0 &&
               is_spirv(cell->first[0]) == is_spirv(signature[i])) {
            cell->count++;
            i++;
        }
        table->families += new_family;
        cell->family = table->families - 1;
        cell->group = group_of(table, cell);
        table->count++;
    }
}

static void decide_family(struct table *table, size_t family)
{
    for (size_t i = 0; i < table->count; i++) {
        struct cell *cell = &table->cell[i];
        if (cell->family == family && cell->scope == WGC_SCOPE_OPEN) {
            cell->scope = WGC_SCOPE_FAMILY;
        }
    }
}

/* Whether the group of forms is the cell's cause. */
static bool is_of_group(const struct cell *cell, size_t group)
{
    return cell->group == group && cell->scope == WGC_SCOPE_FORM;
}

static void decide_group(struct table *table, size_t group)
{
    for (size_t i = 0; i < table->count; i++) {
        struct cell *cell = &table->cell[i];
        if (cell->group == group && cell->scope == WGC_SCOPE_OPEN) {
            cell->scope = WGC_SCOPE_FORM;
        }
    }
}

static size_t most(const size_t *left, size_t count)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++) {
        best = left[i] > left[best] ? i : best;
    }
    return best;
}

/* Decides the family or the group with the most undecided cells; false: none is left. */
static bool decide_next(struct table *table)
{
    size_t left = 0;

    memset(table->family_left, 0, table->families * sizeof *table->family_left);
    memset(table->group_left, 0, table->groups * sizeof *table->group_left);
    for (size_t i = 0; i < table->count; i++) {
        if (table->cell[i].scope == WGC_SCOPE_OPEN) {
            table->family_left[table->cell[i].family]++;
            table->group_left[table->cell[i].group]++;
            left++;
        }
    }
    size_t family = most(table->family_left, table->families);
    size_t group = most(table->group_left, table->groups);
    if (left == 0) {
        return false;
    }
    if (table->family_left[family] > table->group_left[group]) {
        decide_family(table, family);
    } else {
        decide_group(table, group);
    }
    return true;
}

/* A kind of wrong value that is the same defect in every function. */
static bool is_special(enum wgc_wrong_kind kind)
{
    return kind == WGC_WRONG_NAN || kind == WGC_WRONG_NO_NAN || kind == WGC_WRONG_FLUSHED ||
           kind == WGC_WRONG_ZERO_SIGN || kind == WGC_WRONG_INEXACT;
}

/* The special kind that all failures of a cell have; OTHER: there is none. */
static enum wgc_wrong_kind special_kind(const struct cell *cell)
{
    const enum wgc_wrong_kind kind = cell->first[0]->wrong.kind;
    bool same = cell->first[0]->failure == WGC_STATE_FAIL && is_special(kind);

    for (size_t k = 0; same && k < cell->count; k++) {
        same = cell->first[k]->wrong.kind == kind;
    }
    return same ? kind : WGC_WRONG_OTHER;
}

/* Whether the form plain explains the cell: it fails in that language, and where it gives one
 * special kind of wrong value, so does the cell. */
static bool is_explained_by_plain(const struct table *table, const struct cell *cell)
{
    const struct cell *plain = table->plain[cell->family][is_spirv(cell->first[0])];

    return plain != NULL &&
           (!is_special(special_kind(plain)) || special_kind(plain) == special_kind(cell));
}

/* Whether the group of forms explains a cell that the form plain does not explain: several other
 * families fail there, in that language, without the form plain, and otherwise than by the cell's
 * special kind of wrong value, if it has one. */
static bool is_explained_by_group(const struct table *table, const struct cell *cell)
{
    const enum wgc_wrong_kind kind = special_kind(cell);
    size_t others = 0;

    if (is_explained_by_plain(table, cell)) {
        return false;
    }
    for (size_t i = 0; i < table->count; i++) {
        const struct cell *other = &table->cell[i];
        others += other->group == cell->group && other->family != cell->family &&
                  is_spirv(other->first[0]) == is_spirv(cell->first[0]) &&
                  (!is_special(kind) || special_kind(other) != kind) &&
                  !is_explained_by_plain(table, other);
    }
    return others >= SEVERAL;
}

/* Decides the cells of families that fail in the form plain. */
static void decide_plain(struct table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct cell *cell = &table->cell[i];
        if (strcmp(cell->first[0]->form, "plain") == 0) {
            table->plain[cell->family][is_spirv(cell->first[0])] = cell;
        }
    }
    for (size_t i = 0; i < table->count; i++) {
        struct cell *cell = &table->cell[i];
        const struct cell *const *plain = table->plain[cell->family];
        if ((plain[0] != NULL || plain[1] != NULL) && !is_explained_by_group(table, cell)) {
            cell->scope = WGC_SCOPE_FAMILY;
        }
    }
}

/* Undecided cells with one special kind, if there are several: without the form plain too. */
static void decide_kinds(struct table *table)
{
    size_t cells[WGC_WRONG_KIND_COUNT] = {0};

    for (size_t i = 0; i < table->count; i++) {
        cells[special_kind(&table->cell[i])] += table->cell[i].scope == WGC_SCOPE_OPEN;
    }
    for (size_t i = 0; i < table->count; i++) {
        struct cell *cell = &table->cell[i];
        const enum wgc_wrong_kind kind = special_kind(cell);
        if (cell->scope == WGC_SCOPE_OPEN && is_special(kind) && cells[kind] >= SEVERAL &&
            !is_explained_by_group(table, cell)) {
            cell->scope = WGC_SCOPE_KIND;
        }
    }
}

/* Whether the group of forms is the cause of one family alone: it and the family explain as much.
 */
static bool is_single(const struct table *table, const struct cell *cell)
{
    bool single = true;

    for (size_t i = 0; single && i < table->count; i++) {
        single =
            !is_of_group(&table->cell[i], cell->group) || table->cell[i].family == cell->family;
    }
    return single;
}

/* The damage that all failures of a cell show, if it joins cells; else UNKNOWN. Values that can be
 * there by chance do not count. */
static enum wgc_damage damage_of(const struct cell *cell)
{
    enum wgc_damage damage = WGC_DAMAGE_UNKNOWN;

    for (size_t k = 0; k < cell->count; k++) {
        const enum wgc_damage own = cell->first[k]->wrong.damage;
        if (own != WGC_DAMAGE_UNKNOWN && damage != WGC_DAMAGE_UNKNOWN && own != damage) {
            return WGC_DAMAGE_UNKNOWN;
        }
        damage = own != WGC_DAMAGE_UNKNOWN ? own : damage;
    }
    return wgc_damage_joins(damage) ? damage : WGC_DAMAGE_UNKNOWN;
}

/* Cells that share neither family nor group of forms with another one have one cause if they show
 * one distinctive damage: it is all that they share. */
static void join_single(struct table *table)
{
    size_t cells[WGC_DAMAGE_COUNT] = {0};

    for (size_t i = 0; i < table->count; i++) {
        struct cell *cell = &table->cell[i];
        if (cell->scope == WGC_SCOPE_FORM && is_single(table, cell)) {
            cell->damage = damage_of(cell);
            cells[cell->damage]++;
        }
    }
    for (size_t i = 0; i < table->count; i++) {
        struct cell *cell = &table->cell[i];
        if (cell->damage != WGC_DAMAGE_UNKNOWN && cells[cell->damage] > 1) {
            cell->scope = WGC_SCOPE_DAMAGE;
        }
    }
}

static void decide(struct table *table)
{
    decide_plain(table);
    decide_kinds(table);
    while (decide_next(table)) {
    }
    join_single(table);
}

/* The most frequent kind in the cells of a family that are decided so. */
static enum wgc_wrong_kind kind_of(const struct table *table, size_t family)
{
    size_t count[WGC_WRONG_KIND_COUNT] = {0};

    for (size_t i = 0; i < table->count; i++) {
        const struct cell *cell = &table->cell[i];
        for (size_t k = 0; k < cell->count && cell->family == family; k++) {
            count[cell->first[k]->wrong.kind] += cell->scope == WGC_SCOPE_FAMILY;
        }
    }
    return (enum wgc_wrong_kind)most(count, WGC_WRONG_KIND_COUNT);
}

static void put_key(struct wgc_signature *signature, enum wgc_signature_scope scope,
                    enum wgc_wrong_kind kind)
{
    struct wgc_buf *key = &signature->key;
    const enum wrong_class class = class_of(signature);

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
    } else if (signature->failure == WGC_STATE_FAIL && is_special(kind)) {
        scope = WGC_SCOPE_KIND;
        wgc_signature_part(key, wgc_wrong_name(kind));
    } else {
        wgc_signature_part(key, family_of(signature));
        wgc_signature_part(key, operators_of(signature));
        wgc_signature_part(key, class == CLASS_OTHER ? signature->what : class_name(class));
    }
    signature->scope = scope;
}

static bool put_keys(const struct table *table)
{
    bool whole = true;
    enum wgc_wrong_kind kind = WGC_WRONG_OTHER;

    for (size_t i = 0; i < table->count; i++) {
        const struct cell *cell = &table->cell[i];
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

/* Whether a failure is of that form, in the language of another one, and as wrong. */
static bool is_of_form(const struct wgc_signature *signature, const struct wgc_signature *other,
                       size_t length)
{
    return signature->scope == WGC_SCOPE_OPEN && signature->name[0] == other->name[0] &&
           class_of(signature) == class_of(other) && strlen(signature->form) == length &&
           memcmp(signature->form, other->form, length) == 0;
}

/* The group of FORM for failures of FORM_WAY in a language in which FORM fails in the same way. */
static void group_as_base(struct wgc_signature **signature, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct wgc_signature *variant = signature[i];
        const size_t length = variant->scope == WGC_SCOPE_OPEN ? wgc_form_base(variant->form) : 0;
        for (size_t k = 0; length > 0 && k < count; k++) {
            if (is_of_form(signature[k], variant, length)) {
                variant->group = signature[k]->group;
                break;
            }
        }
    }
}

bool wgc_causes_merge(struct wgc_signature **signature, size_t count)
{
    struct table table = {0};
    size_t open = 0;

    group_as_base(signature, count);
    qsort(signature, count, sizeof(struct wgc_signature *), by_cell);
    while (open < count && signature[open]->scope == WGC_SCOPE_OPEN) {
        open++;
    }
    table.cell = calloc(open + 1, sizeof *table.cell);
    table.family_left = calloc(open + 1, sizeof *table.family_left);
    table.group_left = calloc(open + 1, sizeof *table.group_left);
    table.plain = calloc(open + 1, sizeof *table.plain);
    bool whole = table.cell != NULL && table.family_left != NULL && table.group_left != NULL &&
                 table.plain != NULL;
    if (whole) {
        make_cells(&table, signature, open);
        decide(&table);
        whole = put_keys(&table) && wgc_causes_join_places(signature, open);
    }
    free(table.cell);
    free(table.family_left);
    free(table.group_left);
    free(table.plain);
    return whole;
}
