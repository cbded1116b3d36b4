#include "compare/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "causes/family.h"
#include "causes/match.h"
#include "record/case_name.h"
#include "record/suites.h"

enum { CELL_SIZE = 32 };

/* Sorted names of the cases that ran in a report. */
struct names {
    const char **item;
    size_t count;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool list_ran(const struct wgc_record *record, struct names *names)
{
    names->item = calloc(record->result_count + 1, sizeof(char *));
    for (size_t i = 0; names->item != NULL && i < record->result_count; i++) {
        if (record->result[i].state != WGC_STATE_SKIP) {
            names->item[names->count++] = record->result[i].name;
        }
    }
    if (names->item != NULL) {
        qsort(names->item, names->count, sizeof(char *), by_name);
    }
    return names->item != NULL;
}

static bool has_run(const struct names *names, const struct wgc_report_cause *cause)
{
    bool found = false;

    for (size_t i = 0; !found && i < cause->count; i++) {
        const char *name = cause->result[i]->name;
        found = bsearch(&name, names->item, names->count, sizeof(char *), by_name) != NULL;
    }
    return found;
}

static void add(struct wgc_diff_causes *causes, const struct wgc_report_cause *before,
                const struct wgc_report_cause *after, bool ran)
{
    causes->pair[causes->count++] = (struct wgc_cause_pair){before, after, ran};
}

/* partner: of wgc_causes_match; before, after: what ran. */
static bool pair_up(struct wgc_diff_causes *causes, const size_t *partner,
                    const struct names *before, const struct names *after)
{
    const size_t none = causes->before.count;
    bool *stayed = calloc(none + 1, sizeof *stayed);

    for (int round = 0; stayed != NULL && round < 2; round++) {
        for (size_t i = 0; i < causes->after.count; i++) {
            const struct wgc_report_cause *cause = &causes->after.cause[i];
            if (round == 0 && partner[i] == none) {
                add(causes, NULL, cause, has_run(before, cause));
            } else if (round == 1 && partner[i] < none) {
                add(causes, &causes->before.cause[partner[i]], cause, true);
                stayed[partner[i]] = true;
            }
        }
    }
    for (size_t i = 0; stayed != NULL && i < none; i++) {
        if (!stayed[i]) {
            add(causes, &causes->before.cause[i], NULL, has_run(after, &causes->before.cause[i]));
        }
    }
    free(stayed);
    return stayed != NULL;
}

static enum wgc_status match(const struct wgc_diff *diff, struct wgc_diff_causes *causes,
                             struct wgc_err *err)
{
    size_t *partner = calloc(causes->after.count + 1, sizeof *partner);
    struct names before = {0}, after = {0};
    bool whole = partner != NULL && list_ran(diff->before, &before) &&
                 list_ran(diff->after, &after) &&
                 wgc_causes_match(&causes->before, &causes->after, partner) &&
                 pair_up(causes, partner, &before, &after);

    free(partner);
    free(before.item);
    free(after.item);
    return whole ? WGC_OK : wgc_err_memory(err, "the comparison");
}

enum wgc_status wgc_diff_causes_make(const struct wgc_diff *diff, struct wgc_diff_causes *causes,
                                     struct wgc_err *err)
{
    *causes = (struct wgc_diff_causes){0};
    enum wgc_status status = wgc_causes_make(diff->before, &causes->before, err);
    if (status == WGC_OK) {
        status = wgc_causes_make(diff->after, &causes->after, err);
    }
    if (status == WGC_OK) {
        causes->pair = calloc(causes->before.count + causes->after.count + 1, sizeof *causes->pair);
        status = causes->pair == NULL ? wgc_err_memory(err, "the comparison") : WGC_OK;
    }
    if (status == WGC_OK) {
        status = match(diff, causes, err);
    }
    if (status != WGC_OK) {
        wgc_diff_causes_free(causes);
    }
    return status;
}

void wgc_diff_causes_free(struct wgc_diff_causes *causes)
{
    free(causes->pair);
    wgc_causes_free(&causes->before);
    wgc_causes_free(&causes->after);
    *causes = (struct wgc_diff_causes){0};
}

static bool is_waived(const struct wgc_report_cause *cause)
{
    return cause != NULL && cause->state == WGC_STATE_WAIVED;
}

/* How many cases a report has of a cause; "-": it did not run them. */
static void put_count(char cell[static CELL_SIZE], const struct wgc_report_cause *cause, bool ran)
{
    if (cause == NULL && !ran) {
        (void)snprintf(cell, CELL_SIZE, "-");
    } else {
        (void)snprintf(cell, CELL_SIZE, "%zu", cause == NULL ? 0 : cause->count);
    }
}

static void put_pair(struct wgc_buf *out, const struct wgc_cause_pair *pair, size_t number,
                     const struct wgc_diff_style *style)
{
    const struct wgc_report_cause *cause = pair->after != NULL ? pair->after : pair->before;
    const char *word = "stayed";
    const char *color = "";
    char place[CELL_SIZE], before[CELL_SIZE], after[CELL_SIZE];

    if (cause == NULL) { /* an empty pair */
        return;
    }
    if (!pair->ran) {
        word = "not run";
    } else if (pair->before == NULL) {
        word = "appeared";
        color = "\033[31m";
    } else if (pair->after == NULL) {
        word = "gone";
        color = "\033[32m";
    }
    (void)snprintf(place, sizeof place, "[%zu]", number);
    put_count(before, pair->before, pair->ran);
    put_count(after, pair->after, pair->ran);
    wgc_buf_printf(out, "  %5s %s%-9s%s%6s -> %-6s%s%s%s\n", place, style->color ? color : "", word,
                   style->color && color[0] != '\0' ? "\033[0m" : "", before, after, cause->title,
                   is_waived(cause) ? "; waived: " : "", is_waived(cause) ? cause->waiver : "");
    wgc_buf_printf(out, "%34sexample: %s\n", "", cause->example->name);
}

void wgc_diff_causes_put(struct wgc_buf *out, const struct wgc_diff_causes *causes,
                         const struct wgc_diff_style *style)
{
    if (causes->count > 0) {
        wgc_buf_text(out, "\nCauses, and how many cases each has\n");
    }
    for (size_t i = 0; i < causes->count; i++) {
        put_pair(out, &causes->pair[i], i + 1, style);
    }
}

/* A function's row: its place in the suites of each report, or NULL. */
struct row {
    const struct wgc_suite *before, *after;
};

static size_t ran(const struct wgc_suite *suite)
{
    return suite == NULL ? 0 : suite->count - suite->states[WGC_STATE_SKIP];
}

static size_t passed(const struct wgc_suite *suite)
{
    return suite == NULL ? 0 : suite->states[WGC_STATE_PASS];
}

/* How two reports differ in a function; functions without a row are only counted. */
enum kind { SAME, ONLY_BEFORE, ONLY_AFTER, ROW, KIND_COUNT };

static enum kind kind_of(const struct row *row)
{
    if (passed(row->before) != ran(row->before) || passed(row->after) != ran(row->after)) {
        return ROW;
    }
    if ((ran(row->before) == 0) == (ran(row->after) == 0)) {
        return SAME;
    }
    return ran(row->before) > 0 ? ONLY_BEFORE : ONLY_AFTER;
}

/* The functions of a kind: how many, and their families. */
struct others {
    size_t count;
    struct wgc_name_list families;
};

static bool count_other(struct others *others, const struct wgc_suite *suite)
{
    struct wgc_family family;

    others->count++;
    wgc_family_of(suite->result[0]->name, &family);
    return wgc_name_list_add(&others->families, family.name, strlen(family.name));
}

static void put_others(struct wgc_buf *out, const struct others *others, const char *where)
{
    if (others->count == 0) {
        return;
    }
    wgc_buf_printf(out, "  %zu function%s %s", others->count, wgc_plural(others->count), where);
    for (size_t i = 0; i < others->families.count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? ": " : ", ", others->families.name[i]);
    }
    wgc_buf_char(out, '\n');
}

static void put_cell(struct wgc_buf *out, const struct wgc_suite *suite)
{
    char text[CELL_SIZE];

    if (ran(suite) == 0) {
        wgc_buf_printf(out, "%12s", suite == NULL ? "-" : "skip");
        return;
    }
    (void)snprintf(text, sizeof text, "%zu/%zu", passed(suite), ran(suite));
    wgc_buf_printf(out, "%12s", text);
}

/* Whether the cause has a function of the suite: the suite itself, or one of the checks, which are
 * functions of their own. */
static bool has_function_of(const struct wgc_report_cause *cause, const char *suite)
{
    for (size_t i = 0; cause != NULL && i < cause->functions.count; i++) {
        const char *function = cause->functions.name[i];
        const size_t length = strlen(suite);
        const struct wgc_case_name parts = wgc_case_name_split(function);
        if ((parts.suite_length == length && strncmp(function, suite, length) == 0) ||
            strcmp(function, suite) == 0) {
            return true;
        }
    }
    return false;
}

static void put_row(struct wgc_buf *out, const struct row *row,
                    const struct wgc_diff_causes *causes, int width)
{
    const char *name = row->after != NULL ? row->after->name : row->before->name;

    wgc_buf_printf(out, "  %-*s", width, name);
    put_cell(out, row->before);
    put_cell(out, row->after);
    const char *separator = "  ";
    for (size_t i = 0; i < causes->count; i++) {
        if (has_function_of(causes->pair[i].before, name) ||
            has_function_of(causes->pair[i].after, name)) {
            wgc_buf_printf(out, "%s[%zu]", separator, i + 1);
            separator = " ";
        }
    }
    wgc_buf_char(out, '\n');
}

static int compare(const struct wgc_suites *before, size_t i, const struct wgc_suites *after,
                   size_t j)
{
    if (i == before->count || j == after->count) {
        return i == before->count ? 1 : -1;
    }
    return strcmp(before->suite[i].name, after->suite[j].name);
}

static size_t longest_name(const struct wgc_suites *suites, size_t longest)
{
    for (size_t i = 0; i < suites->count; i++) {
        size_t length = strlen(suites->suite[i].name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* Both lists are sorted by name: goes through them together. False without memory. */
static bool put_rows(struct wgc_buf *out, const struct wgc_suites *before,
                     const struct wgc_suites *after, const struct wgc_diff_causes *causes,
                     struct others others[static KIND_COUNT])
{
    int width = (int)longest_name(after, longest_name(before, 8));
    bool whole = true;
    size_t i = 0;
    size_t j = 0;

    wgc_buf_printf(out, "\n  %-*s%12s%12s  causes\n", width, "passed/run", "old", "new");
    while (whole && (i < before->count || j < after->count)) {
        int order = compare(before, i, after, j);
        struct row row = {order <= 0 ? &before->suite[i] : NULL,
                          order >= 0 ? &after->suite[j] : NULL};
        const struct wgc_suite *named = order >= 0 ? &after->suite[j] : &before->suite[i];
        enum kind kind = kind_of(&row);
        i += row.before != NULL;
        j += row.after != NULL;
        if (kind == ROW) {
            put_row(out, &row, causes, width);
        } else {
            whole = count_other(&others[kind], named);
        }
    }
    return whole;
}

void wgc_diff_table_put(struct wgc_buf *out, const struct wgc_diff *diff,
                        const struct wgc_diff_causes *causes)
{
    struct wgc_suites before = {0};
    struct wgc_suites after = {0};
    struct others others[KIND_COUNT] = {{0}};
    struct wgc_err err;

    if (wgc_suites_make(diff->before, &before, &err) != WGC_OK ||
        wgc_suites_make(diff->after, &after, &err) != WGC_OK ||
        !put_rows(out, &before, &after, causes, others)) {
        out->failed = true;
    }
    put_others(out, &others[ONLY_BEFORE], "passed on the old one only");
    put_others(out, &others[ONLY_AFTER], "passed on the new one only");
    wgc_name_list_free(&others[SAME].families);
    others[SAME].families = (struct wgc_name_list){0};
    put_others(out, &others[SAME], "with nothing wrong on both, or skipped on both");
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        wgc_name_list_free(&others[kind].families);
    }
    wgc_suites_free(&before);
    wgc_suites_free(&after);
}
