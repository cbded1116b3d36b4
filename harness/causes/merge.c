#include "causes/merge.h"

#include <stdlib.h>
#include <string.h>

#include "causes/form_group.h"
#include "causes/merge_parts.h"

/* Cells with one special kind of wrong value from which on it is the cause. */
enum { SEVERAL = 3 };

static int compare_families(const struct wgc_signature *a, const struct wgc_signature *b)
{
    int order = strcmp(a->key.data, b->key.data);

    order = order != 0 ? order : strcmp(wgc_merge_family(a), wgc_merge_family(b));
    order = order != 0 ? order : strcmp(wgc_merge_operators(a), wgc_merge_operators(b));
    order = order != 0 ? order : (int)wgc_merge_class(a) - (int)wgc_merge_class(b);
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

static bool same_group(const struct wgc_merge_cell *a, const struct wgc_merge_cell *b)
{
    return strcmp(a->first[0]->key.data, b->first[0]->key.data) == 0 &&
           compare_groups(a->first[0], b->first[0]) == 0;
}

/* The number of the cell's group: that of an earlier cell, or a new one. */
static size_t group_of(struct wgc_merge_table *table, const struct wgc_merge_cell *cell)
{
    for (const struct wgc_merge_cell *other = table->cell; other < cell; other++) {
        if (same_group(other, cell)) {
            return other->group;
        }
    }
    return table->groups++;
}

/* Makes the cells of sorted signatures, of which count are open. */
static void make_cells(struct wgc_merge_table *table, struct wgc_signature **signature,
                       size_t count)
{
    for (size_t i = 0; i < count;) {
        struct wgc_merge_cell *cell = &table->cell[table->count];
        bool new_family = i == 0 || compare_families(signature[i - 1], signature[i]) != 0;
        *cell = (struct wgc_merge_cell){.first = signature + i, .scope = WGC_SCOPE_OPEN};
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

static void decide_family(struct wgc_merge_table *table, size_t family)
{
    for (size_t i = 0; i < table->count; i++) {
        struct wgc_merge_cell *cell = &table->cell[i];
        if (cell->family == family && cell->scope == WGC_SCOPE_OPEN) {
            cell->scope = WGC_SCOPE_FAMILY;
        }
    }
}

/* Whether the group of forms is the cell's cause. */
static bool is_of_group(const struct wgc_merge_cell *cell, size_t group)
{
    return cell->group == group && cell->scope == WGC_SCOPE_FORM;
}

static void decide_group(struct wgc_merge_table *table, size_t group)
{
    for (size_t i = 0; i < table->count; i++) {
        struct wgc_merge_cell *cell = &table->cell[i];
        if (cell->group == group && cell->scope == WGC_SCOPE_OPEN) {
            cell->scope = WGC_SCOPE_FORM;
        }
    }
}

/* The undecided cells of the group's most frequent class. The cells of a family have one class: of
 * a function and a form that explain as many cells, the one in which they are wrong in one way is
 * the cause. */
static size_t left_of_group(const struct wgc_merge_table *table, size_t group)
{
    return table->group_left[group][wgc_merge_most(table->group_left[group], WGC_MERGE_COUNT)];
}

/* Decides the family or the group with the most undecided cells; false: none is left. */
static bool decide_next(struct wgc_merge_table *table)
{
    size_t left = 0;

    memset(table->family_left, 0, table->families * sizeof *table->family_left);
    memset(table->group_left, 0, table->groups * sizeof *table->group_left);
    for (size_t i = 0; i < table->count; i++) {
        if (table->cell[i].scope == WGC_SCOPE_OPEN) {
            table->family_left[table->cell[i].family]++;
            table->group_left[table->cell[i].group][wgc_merge_class(table->cell[i].first[0])]++;
            left++;
        }
    }
    size_t family = wgc_merge_most(table->family_left, table->families);
    size_t group = 0;
    for (size_t i = 1; i < table->groups; i++) {
        group = left_of_group(table, i) > left_of_group(table, group) ? i : group;
    }
    if (left == 0) {
        return false;
    }
    if (table->family_left[family] > left_of_group(table, group)) {
        decide_family(table, family);
    } else {
        decide_group(table, group);
    }
    return true;
}

/* The special kind that all failures of a cell have; OTHER: there is none. */
static enum wgc_wrong_kind special_kind(const struct wgc_merge_cell *cell)
{
    const enum wgc_wrong_kind kind = cell->first[0]->wrong.kind;
    bool same = cell->first[0]->failure == WGC_STATE_FAIL && wgc_merge_is_special(kind);

    for (size_t k = 0; same && k < cell->count; k++) {
        same = cell->first[k]->wrong.kind == kind;
    }
    return same ? kind : WGC_WRONG_OTHER;
}

/* Whether the form plain explains the cell: it fails in that language, and where it gives one
 * special kind of wrong value, so does the cell. */
static bool is_explained_by_plain(const struct wgc_merge_table *table,
                                  const struct wgc_merge_cell *cell)
{
    const struct wgc_merge_cell *plain = table->plain[cell->family][is_spirv(cell->first[0])];

    return plain != NULL && (!wgc_merge_is_special(special_kind(plain)) ||
                             special_kind(plain) == special_kind(cell));
}

/* Whether the group of forms explains a cell that the form plain does not explain: several other
 * families fail there, in that language, without the form plain, and otherwise than by the cell's
 * special kind of wrong value, if it has one. */
static bool is_explained_by_group(const struct wgc_merge_table *table,
                                  const struct wgc_merge_cell *cell)
{
    const enum wgc_wrong_kind kind = special_kind(cell);
    size_t others = 0;

    if (is_explained_by_plain(table, cell)) {
        return false;
    }
    for (size_t i = 0; i < table->count; i++) {
        const struct wgc_merge_cell *other = &table->cell[i];
        others += other->group == cell->group && other->family != cell->family &&
                  is_spirv(other->first[0]) == is_spirv(cell->first[0]) &&
                  (!wgc_merge_is_special(kind) || special_kind(other) != kind) &&
                  !is_explained_by_plain(table, other);
    }
    return others >= SEVERAL;
}

/* Decides the cells of families that fail in the form plain. */
static void decide_plain(struct wgc_merge_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct wgc_merge_cell *cell = &table->cell[i];
        if (strcmp(cell->first[0]->form, "plain") == 0) {
            table->plain[cell->family][is_spirv(cell->first[0])] = cell;
        }
    }
    for (size_t i = 0; i < table->count; i++) {
        struct wgc_merge_cell *cell = &table->cell[i];
        const struct wgc_merge_cell *const *plain = table->plain[cell->family];
        if ((plain[0] != NULL || plain[1] != NULL) && !is_explained_by_group(table, cell)) {
            cell->scope = WGC_SCOPE_FAMILY;
        }
    }
}

/* Undecided cells with one special kind, if there are several: without the form plain too. */
static void decide_kinds(struct wgc_merge_table *table)
{
    size_t cells[WGC_WRONG_KIND_COUNT] = {0};

    for (size_t i = 0; i < table->count; i++) {
        cells[special_kind(&table->cell[i])] += table->cell[i].scope == WGC_SCOPE_OPEN;
    }
    for (size_t i = 0; i < table->count; i++) {
        struct wgc_merge_cell *cell = &table->cell[i];
        const enum wgc_wrong_kind kind = special_kind(cell);
        if (cell->scope == WGC_SCOPE_OPEN && wgc_merge_is_special(kind) && cells[kind] >= SEVERAL &&
            !is_explained_by_group(table, cell)) {
            cell->scope = WGC_SCOPE_KIND;
        }
    }
}

/* Whether the group of forms is the cause of one family alone: it and the family explain as much.
 */
static bool is_single(const struct wgc_merge_table *table, const struct wgc_merge_cell *cell)
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
static enum wgc_damage damage_of(const struct wgc_merge_cell *cell)
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
static void join_single(struct wgc_merge_table *table)
{
    size_t cells[WGC_DAMAGE_COUNT] = {0};

    for (size_t i = 0; i < table->count; i++) {
        struct wgc_merge_cell *cell = &table->cell[i];
        if (cell->scope == WGC_SCOPE_FORM && is_single(table, cell)) {
            cell->damage = damage_of(cell);
            cells[cell->damage]++;
        }
    }
    for (size_t i = 0; i < table->count; i++) {
        struct wgc_merge_cell *cell = &table->cell[i];
        if (cell->damage != WGC_DAMAGE_UNKNOWN && cells[cell->damage] > 1) {
            cell->scope = WGC_SCOPE_DAMAGE;
        }
    }
}

static void decide(struct wgc_merge_table *table)
{
    decide_plain(table);
    decide_kinds(table);
    while (decide_next(table)) {
    }
    join_single(table);
}

/* Whether a failure is of that form, in the language of another one, and as wrong. */
static bool is_of_form(const struct wgc_signature *signature, const struct wgc_signature *other,
                       size_t length)
{
    return signature->scope == WGC_SCOPE_OPEN && signature->name[0] == other->name[0] &&
           wgc_merge_class(signature) == wgc_merge_class(other) &&
           strlen(signature->form) == length && memcmp(signature->form, other->form, length) == 0;
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
    struct wgc_merge_table table = {0};
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
        whole = wgc_merge_put_keys(&table) && wgc_causes_join_places(signature, open);
    }
    free(table.cell);
    free(table.family_left);
    free(table.group_left);
    free(table.plain);
    return whole;
}
