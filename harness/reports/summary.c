#include "reports/summary.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/detail.h"
#include "reports/report_text.h"
#include "suite/tables.h"

#define GREEN  "\033[32m"
#define RED    "\033[31m"
#define YELLOW "\033[33m"
#define DIM    "\033[2m"
#define PLAIN  "\033[0m"

enum { WIDTH = 9, NAME_SIZE = 96 };

struct cell {
    unsigned run, passed, bad, skipped;
};

/* A row of the table: a function in a language. */
struct row {
    char name[NAME_SIZE];
    struct cell cell[WGC_TYPE_COUNT];
};

struct table {
    size_t count, capacity;
    struct row *row;
    bool type_seen[WGC_TYPE_COUNT];
    bool failed;
};

static void paint(struct wgc_buf *out, const struct wgc_summary_style *style, const char *color)
{
    if (style->color) {
        wgc_buf_text(out, color);
    }
}

/* Cuts LANGUAGE.FUNCTION.TYPE.SHAPE.FORM into "LANGUAGE.FUNCTION" and the type; false for other
 * names. */
static bool split_name(const char *name, char function[NAME_SIZE], int *type)
{
    char text[16];
    const char *dot = strchr(name, '.');
    const char *second = dot == NULL ? NULL : strchr(dot + 1, '.');
    const char *third = second == NULL ? NULL : strchr(second + 1, '.');

    if (third == NULL || (size_t)(second - name) >= NAME_SIZE ||
        (size_t)(third - second) > sizeof text) {
        return false;
    }
    memcpy(function, name, (size_t)(second - name));
    function[second - name] = '\0';
    memcpy(text, second + 1, (size_t)(third - second - 1));
    text[third - second - 1] = '\0';
    *type = wgc_type_by_name(text);
    return *type >= 0;
}

/* Results come in any order, most often next to their kin: look from the end. */
static struct row *row_of(struct table *table, const char *name)
{
    for (size_t i = table->count; i > 0; i--) {
        if (strcmp(table->row[i - 1].name, name) == 0) {
            return &table->row[i - 1];
        }
    }
    if (table->count == table->capacity) {
        size_t capacity = table->capacity == 0 ? 64 : table->capacity * 2;
        struct row *grown = realloc(table->row, capacity * sizeof *grown);
        if (grown == NULL) {
            table->failed = true;
            return NULL;
        }
        table->row = grown;
        table->capacity = capacity;
    }
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
    paint(out, style, cell->bad > 0 ? RED : cell->passed < cell->run ? YELLOW : GREEN);
    wgc_buf_printf(out, "%*s", WIDTH, text);
    paint(out, style, PLAIN);
}

void wgc_summary_table(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    struct table table = {0};
    size_t width = 8;

    for (size_t i = 0; i < record->result_count && !table.failed; i++) {
        count_result(&table, &record->result[i]);
    }
    if (table.count == 0 || table.failed) {
        out->failed = out->failed || table.failed;
        free(table.row);
        return;
    }
    qsort(table.row, table.count, sizeof *table.row, compare_rows);
    for (size_t i = 0; i < table.count; i++) {
        size_t length = strlen(table.row[i].name);
        width = length > width ? length : width;
    }
    wgc_buf_printf(out, "%-*s", (int)width, "passed/run");
    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        if (table.type_seen[type]) {
            wgc_buf_printf(out, "%*s", WIDTH, wgc_type_info((enum wgc_type)type)->name);
        }
    }
    wgc_buf_char(out, '\n');
    for (size_t i = 0; i < table.count; i++) {
        wgc_buf_printf(out, "%-*s", (int)width, table.row[i].name);
        for (int type = 0; type < WGC_TYPE_COUNT; type++) {
            if (table.type_seen[type]) {
                put_cell(&table.row[i].cell[type], style, out);
            }
        }
        wgc_buf_char(out, '\n');
    }
    free(table.row);
}

static const char *text_field(const cJSON *object, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field);

    return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* A field that holds three numbers: " FIELD (x, y, z)". */
static void put_place(const cJSON *object, const char *field, const char *words,
                      struct wgc_buf *out)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, field);
    const cJSON *item;
    const char *separator = "";

    if (!cJSON_IsArray(array)) {
        return;
    }
    wgc_buf_printf(out, ", %s (", words);
    cJSON_ArrayForEach(item, array)
    {
        wgc_buf_printf(out, "%s%.0f", separator, cJSON_IsNumber(item) ? item->valuedouble : 0.0);
        separator = ", ";
    }
    wgc_buf_char(out, ')');
}

static void put_mismatch(const char *json, struct wgc_buf *out)
{
    cJSON *object = cJSON_Parse(json);
    const char *what = text_field(object, "what");
    const char *expected = text_field(object, "expected");
    const char *actual = text_field(object, "actual");
    const char *pattern = text_field(object, "pattern");

    wgc_buf_printf(out, "      %s", what == NULL ? "wrong" : what);
    put_place(object, "work_group", "work-group", out);
    put_place(object, "local_id", "local id", out);
    if (expected != NULL && actual != NULL) {
        wgc_buf_printf(out, ": expected %s, got %s", expected, actual);
    }
    if (pattern != NULL) {
        wgc_buf_printf(out, " [pattern %s]", pattern);
    }
    wgc_buf_char(out, '\n');
    cJSON_Delete(object);
}

static void put_first_line(const char *text, struct wgc_buf *out)
{
    char *line = strndup(text, strcspn(text, "\n"));

    out->failed = out->failed || line == NULL;
    wgc_buf_text(out, "      ");
    wgc_report_text(out, line == NULL ? "" : line);
    wgc_buf_char(out, '\n');
    free(line);
}

static void put_failure(const struct wgc_record *record, const struct wgc_result *result,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    paint(out, style, RED);
    wgc_buf_printf(out, "  %-13s", wgc_state_name(result->state));
    paint(out, style, PLAIN);
    wgc_buf_printf(out, " %s\n", result->name);
    if (result->reason != NULL && result->reason[0] != '\0') {
        put_first_line(result->reason, out);
    }
    /* a failure's reason tells its first mismatch */
    if ((result->reason == NULL || result->reason[0] == '\0') && result->mismatch != NULL &&
        result->mismatch[0] != '\0') {
        put_mismatch(result->mismatch, out);
    }
    if (result->build_log != NULL && result->build_log[0] != '\0') {
        put_first_line(result->build_log, out);
    }
    paint(out, style, DIM);
    wgc_buf_text(out, "      rerun: ");
    wgc_detail_rerun(out, record, result->name);
    wgc_buf_char(out, '\n');
    paint(out, style, PLAIN);
}

void wgc_summary_failures(const struct wgc_record *record, const struct wgc_summary_style *style,
                          struct wgc_buf *out)
{
    size_t shown = 0;
    size_t bad = 0;

    for (size_t i = 0; i < record->result_count; i++) {
        if (!wgc_state_is_bad(record->result[i].state)) {
            continue;
        }
        if (bad++ == 0) {
            wgc_buf_text(out, "\n");
        }
        if (shown < style->failure_limit) {
            put_failure(record, &record->result[i], style, out);
            shown++;
        }
    }
    if (bad > shown) {
        wgc_buf_printf(out, "  and %zu more (-v names them all; the report has each)\n",
                       bad - shown);
    }
}

void wgc_summary_totals(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out)
{
    size_t count[WGC_STATE_COUNT];
    size_t bad = 0;

    wgc_record_count(record, count);
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        bad += wgc_state_is_bad((enum wgc_state)state) ? count[state] : 0;
    }
    paint(out, style, bad > 0 ? RED : GREEN);
    wgc_buf_printf(out, "%zu cases", record->total);
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        if (count[state] > 0) {
            wgc_buf_printf(out, ", %zu %s", count[state], wgc_state_name((enum wgc_state)state));
        }
    }
    if (record->result_count < record->total) {
        wgc_buf_printf(out, ", %zu not run", record->total - record->result_count);
    }
    paint(out, style, PLAIN);
    wgc_buf_printf(out, " in %.1f s\n", record->seconds);
}
