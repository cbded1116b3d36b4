/* The table function x type. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/plural.h"
#include "record/case_name.h"
#include "reports/parts.h"
#include "reports/summary.h"
#include "suite/tables.h"

enum { WIDTH = 9, NAME_SIZE = 96, ROWS_SHOWN = 15 };

struct cell {
    unsigned run, passed, bad, skipped;
};

/* A row of the table: a function in a language. */
struct row {
    char name[NAME_SIZE];
    struct cell cell[WGC_TYPE_COUNT];
};

struct table {
    size_t count;
    struct row *row;
    bool type_seen[WGC_TYPE_COUNT];
    bool failed;
};

/* Cuts LANGUAGE.FUNCTION.TYPE.SHAPE.FORM into "LANGUAGE.FUNCTION" and the type; false for other
 * names. */
static bool split_name(const char *name, char function[NAME_SIZE], int *type)
{
    const struct wgc_case_name parts = wgc_case_name_split(name);
    char text[16];

    if (parts.type_length == 0 || parts.suite_length >= NAME_SIZE ||
        parts.type_length >= sizeof text) {
        return false;
    }
    (void)snprintf(function, NAME_SIZE, "%.*s", (int)parts.suite_length, name);
    (void)snprintf(text, sizeof text, "%.*s", (int)parts.type_length, parts.rest);
    *type = wgc_type_by_name(text);
    return *type >= 0;
}

/* Results of a function are mostly neighbours: the search begins at the end. */
static struct row *row_of(struct table *table, const char *name)
{
    for (size_t i = table->count; i > 0; i--) {
        if (strcmp(table->row[i - 1].name, name) == 0) {
            return &table->row[i - 1];
        }
    }
    struct row *grown = wgc_array_grow(table->row, table->count, sizeof *grown);
    if (grown == NULL) {
        table->failed = true;
        return NULL;
    }
    table->row = grown;
    struct row *row = &table->row[table->count++];
    memset(row, 0, sizeof *row);
    memcpy(row->name, name, strlen(name) + 1);
    return row;
}

static void count_result(struct table *table, const struct wgc_result *result)
{
    char name[NAME_SIZE];
    int type;

    if (!split_name(result->name, name, &type)) {
        return;
    }
    struct row *row = row_of(table, name);
    if (row == NULL) {
        return;
    }
    table->type_seen[type] = true;
    struct cell *cell = &row->cell[type];
    if (result->state == WGC_STATE_SKIP) {
        cell->skipped++;
        return;
    }
    cell->run++;
    cell->passed += result->state == WGC_STATE_PASS;
    cell->bad += wgc_state_is_bad(result->state);
}

static int compare_rows(const void *a, const void *b)
{
    return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

static void put_cell(const struct cell *cell, const struct wgc_summary_style *style,
                     struct wgc_buf *out)
{
    char text[32];

    if (cell->run == 0) {
        wgc_buf_printf(out, "%*s", WIDTH, cell->skipped > 0 ? "skip" : "-");
        return;
    }
    (void)snprintf(text, sizeof text, "%u/%u", cell->passed, cell->run);
    wgc_summary_paint(out, style,
                      cell->bad > 0              ? WGC_RED
                      : cell->passed < cell->run ? WGC_YELLOW
                                                 : WGC_GREEN);
    wgc_buf_printf(out, "%*s", WIDTH, text);
    wgc_summary_paint(out, style, WGC_PLAIN);
}

/* The rows that the table does not have. */
struct left_out {
    size_t failed, passed, skipped;
};

/* Orders rows by how many of their cases did not pass, then by name. */
static int by_failures(const void *a, const void *b)
{
    unsigned failed[2] = {0, 0};
    const struct row *rows[] = {a, b};

    for (int i = 0; i < 2; i++) {
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            failed[i] += rows[i]->cell[type].run - rows[i]->cell[type].passed;
        }
    }
    return failed[0] != failed[1] ? (failed[0] > failed[1] ? -1 : 1) : compare_rows(a, b);
}

/* Removes the rows in which nothing failed, and puts those with the most failures first. */
static struct left_out leave_out(struct table *table)
{
    struct left_out left_out = {0};
    size_t kept = 0;

    for (size_t i = 0; i < table->count; i++) {
        unsigned run = 0, passed = 0;
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            run += table->row[i].cell[type].run;
            passed += table->row[i].cell[type].passed;
        }
        if (passed < run) {
            table->row[kept++] = table->row[i];
        } else {
            left_out.passed += run > 0;
            left_out.skipped += run == 0;
        }
    }
    qsort(table->row, kept, sizeof *table->row, by_failures);
    table->count = kept;
    return left_out;
}

/* The first `most` rows of a table, by name. The rows are those of the other table. */
static struct table first_rows(const struct table *table, size_t most)
{
    struct table part = {.row = table->row, .count = most};

    for (size_t i = 0; i < most; i++) {
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            part.type_seen[type] |= table->row[i].cell[type].run > 0;
        }
    }
    return part;
}

static void put_left_out(const struct left_out *left_out, const char *hint, struct wgc_buf *out)
{
    if (left_out->failed > 0) {
        wgc_buf_printf(out, "%zu more function%s failed in part or altogether (%s)\n",
                       left_out->failed, wgc_plural(left_out->failed), hint);
    }
    if (left_out->passed > 0) {
        wgc_buf_printf(out, "%zu function%s passed altogether (%s)\n", left_out->passed,
                       wgc_plural(left_out->passed), hint);
    }
    if (left_out->skipped > 0) {
        wgc_buf_printf(out, "%zu function%s skipped altogether (%s)\n", left_out->skipped,
                       left_out->skipped == 1 ? " was" : "s were", hint);
    }
}

/* "82 functions failed in part or altogether, 124 passed, 43 were skipped" */
static void put_counts(const struct left_out *left_out, const char *hint, struct wgc_buf *out)
{
    const struct {
        size_t count;
        const char *one, *many;
    } parts[] = {
        {left_out->failed, " failed in part or altogether", " failed in part or altogether"},
        {left_out->passed, " passed", " passed"},
        {left_out->skipped, " was skipped", " were skipped"}};
    bool any = false;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const size_t count = parts[i].count;
        if (count > 0) {
            wgc_buf_printf(out, any ? ", %zu" : "%zu", count);
            wgc_buf_printf(out, "%s%s",
                           any          ? ""
                           : count == 1 ? " function"
                                        : " functions",
                           count == 1 ? parts[i].one : parts[i].many);
            any = true;
        }
    }
    if (any) {
        wgc_buf_printf(out, " (%s)\n", hint);
    }
}

/* A part of the table's columns: the types from first up to end, as far as they were seen. */
struct block {
    int first, end;
};

static bool is_in_block(const struct table *table, const struct block *block, int type)
{
    return type >= block->first && type < block->end && table->type_seen[type];
}

static bool has_cell(const struct table *table, const struct row *row, const struct block *block)
{
    bool has = false;

    for (int type = 0; !has && type < WGC_TYPE_COUNT; type++) {
        has = is_in_block(table, block, type) && row->cell[type].run + row->cell[type].skipped > 0;
    }
    return has;
}

static void put_block(const struct table *table, size_t width, const struct block *block,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_buf_printf(out, "%-*s", (int)width, "passed/run");
    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        if (is_in_block(table, block, type)) {
            wgc_buf_printf(out, "%*s", WIDTH, wgc_type_info((enum wgc_type)type)->name);
        }
    }
    wgc_buf_char(out, '\n');
    for (size_t i = 0; i < table->count; i++) {
        if (!has_cell(table, &table->row[i], block)) {
            continue;
        }
        wgc_buf_printf(out, "%-*s", (int)width, table->row[i].name);
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            if (is_in_block(table, block, type)) {
                put_cell(&table->row[i].cell[type], style, out);
            }
        }
        wgc_buf_char(out, '\n');
    }
}

/* The whole table; on a terminal in blocks of as many types as a row has room for. */
static void put_rows(const struct table *table, const struct wgc_summary_style *style,
                     struct wgc_buf *out)
{
    const bool folds = style->rows == 0 && style->columns > 0;
    size_t width = 8;

    for (size_t i = 0; i < table->count; i++) {
        size_t length = strlen(table->row[i].name);
        width = length > width ? length : width;
    }
    const size_t room =
        !folds || style->columns < width + WIDTH ? SIZE_MAX : (style->columns - width) / WIDTH;
    for (struct block block = {0, 0}; block.end < WGC_TYPE_COUNT; block.first = block.end) {
        size_t seen = 0;
        for (; block.end < WGC_TYPE_COUNT && seen + table->type_seen[block.end] <= room;
             block.end++) {
            seen += table->type_seen[block.end];
        }
        if (seen > 0) {
            put_block(table, width, &block, style, out);
        }
    }
}

/* The most rows that fit, and the counts of the others. */
static void put_table(const struct table *table, struct left_out left_out, const char *hint,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    size_t most = table->count < ROWS_SHOWN ? table->count : ROWS_SHOWN;
    bool fits = false;

    for (size_t tried = most + 1; tried > 0 && !fits && !out->failed; tried--) {
        struct table part = first_rows(table, tried - 1);
        struct wgc_buf text = {0};
        left_out.failed = table->count - part.count;
        if (part.count > 0) {
            qsort(part.row, part.count, sizeof *part.row, compare_rows);
            put_rows(&part, style, &text);
            qsort(part.row, part.count, sizeof *part.row, by_failures);
        }
        if (part.count == 0) {
            put_counts(&left_out, hint, &text);
        } else {
            put_left_out(&left_out, hint, &text);
        }
        /* a few rows of many show less than their number */
        fits = style->rows == 0 || part.count == 0 ||
               (2 * part.count >= table->count && wgc_screen_rows(&text, style) <= style->rows);
        if (fits) {
            wgc_buf_add(out, wgc_buf_str(&text), text.size);
        }
        out->failed = out->failed || text.failed;
        wgc_buf_free(&text);
    }
}

void wgc_summary_table(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    struct table table = {0};

    for (size_t i = 0; i < record->result_count && !table.failed; i++) {
        count_result(&table, &record->result[i]);
    }
    out->failed = out->failed || table.failed;
    if (table.count > 0 && !table.failed && style->verbose) {
        qsort(table.row, table.count, sizeof *table.row, compare_rows);
        put_rows(&table, style, out);
    } else if (table.count > 0 && !table.failed) {
        const struct left_out left_out = leave_out(&table);
        struct wgc_buf hint = {0};
        wgc_summary_hint(record, style, true, &hint);
        put_table(&table, left_out, wgc_buf_str(&hint), style, out);
        out->failed = out->failed || hint.failed;
        wgc_buf_free(&hint);
    }
    free(table.row);
}
