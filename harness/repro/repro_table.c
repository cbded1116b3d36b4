#include "repro/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LONG_TABLE: more characters than anyone reads. */
enum { LINE_WIDTH = 100, ELEMENT = 32, WORTH = 3, BASE = 90, LONG_TABLE = 4000 };

void wgc_repro_table_add(struct wgc_repro_table *table, const char *text)
{
    char element[ELEMENT] = {0};

    (void)snprintf(element, sizeof element, "%s", text);
    wgc_buf_add(&table->text, element, sizeof element);
    table->count++;
}

void wgc_repro_table_number(struct wgc_repro_table *table, uint64_t value)
{
    char text[ELEMENT];

    (void)snprintf(text, sizeof text, value < 10 ? "%" PRIu64 : "0x%" PRIx64, value);
    wgc_repro_table_add(table, text);
}

static const char *at(const struct wgc_repro_table *table, size_t i)
{
    return table->text.data + i * ELEMENT;
}

/* The end of the run of equal elements from i on. */
static size_t run_end(const struct wgc_repro_table *table, size_t i)
{
    size_t end = i + 1;

    while (end < table->count && strcmp(at(table, i), at(table, end)) == 0) {
        end++;
    }
    return end;
}

static size_t count_runs(const struct wgc_repro_table *table)
{
    size_t runs = 0;

    for (size_t i = 0; i < table->count; i = run_end(table, i)) {
        runs++;
    }
    return runs;
}

/* Appends an element, or a run, in lines of a fixed width. */
static void put(struct wgc_buf *out, const char *text, size_t *column)
{
    const size_t length = strlen(text);

    if (*column + length > LINE_WIDTH) {
        wgc_buf_char(out, '\n');
        *column = 0;
    }
    wgc_buf_text(out, text);
    *column += length;
}

static void put_elements(const struct wgc_repro_table *table, bool runs, struct wgc_buf *out)
{
    size_t column = 0;
    char text[2 * ELEMENT];

    for (size_t i = 0, end; i < table->count; i = end) {
        end = runs ? run_end(table, i) : i + 1;
        if (runs) {
            (void)snprintf(text, sizeof text, "{%zu,%s},", end - i, at(table, i));
        } else {
            (void)snprintf(text, sizeof text, "%s,", at(table, i));
        }
        put(out, text, &column);
    }
}

static size_t text_size(const struct wgc_repro_table *table, const char *const *value, size_t count)
{
    size_t size = 0;

    for (size_t i = 0; i < count; i++) {
        size += strlen(value != NULL ? value[i] : at(table, i)) + 1;
    }
    return size;
}

static size_t runs_size(const struct wgc_repro_table *table)
{
    size_t size = 0;

    for (size_t i = 0; i < table->count; i = run_end(table, i)) {
        size += strlen(at(table, i)) + sizeof "{99,},";
    }
    return size;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All values of the table, each once; 0 without memory. The caller frees the array with free. */
static size_t find_values(const struct wgc_repro_table *table, const char ***values)
{
    const char **value = calloc(table->count + 1, sizeof(char *));
    size_t count = 0;

    *values = value;
    for (size_t i = 0; value != NULL && i < table->count; i++) {
        value[i] = at(table, i);
    }
    if (value != NULL) {
        qsort(value, table->count, sizeof(char *), by_text);
        for (size_t i = 0; i < table->count; i++) {
            if (count == 0 || strcmp(value[count - 1], value[i]) != 0) {
                value[count++] = value[i];
            }
        }
    }
    return count;
}

/* The digit of that value: "?" makes trigraphs, and a backslash has a meaning of its own. */
static char digit(size_t value)
{
    const char c = (char)('#' + value);
    const char past = (char)(c + (c >= '?'));

    return (char)(past + (past >= '\\'));
}

/* The elements as codes, in lines of a fixed width. */
static void put_codes(const struct wgc_repro_table *table, const char **value, size_t count,
                      size_t width, struct wgc_buf *out)
{
    const size_t line = (LINE_WIDTH - 3) / width;

    for (size_t i = 0; i < table->count; i++) {
        const char *text = at(table, i);
        const char **found = bsearch(&text, value, count, sizeof(char *), by_text);
        const size_t place = (size_t)(found - value);
        wgc_buf_text(out, i % line > 0 ? "" : i == 0 ? "\"" : "\",\n\"");
        if (width > 1) {
            wgc_buf_char(out, digit(place / BASE));
        }
        wgc_buf_char(out, digit(place % BASE));
    }
    wgc_buf_char(out, '"');
}

static void put_coded(const struct wgc_repro_table *table, const char **value, size_t count,
                      size_t width, struct wgc_buf *out, struct wgc_buf *expand)
{
    size_t column = 0;
    char text[ELEMENT + 2];

    wgc_buf_printf(out, "\nstatic %s %s[%zu];\nstatic const %s %s_values[] = {\n", table->type,
                   table->name, table->count, table->type, table->name);
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(text, sizeof text, "%s,", value[i]);
        put(out, text, &column);
    }
    wgc_buf_printf(out, "\n};\nCODES(%s, %s, %zu) = {\n", table->type, table->name, width);
    put_codes(table, value, count, width, out);
    wgc_buf_text(out, "\n};\n");
    wgc_buf_printf(expand, "    DECODE(%s);\n", table->name);
}

/* Appends a long table as codes, if that is three fifths of what it is else, at most. */
static bool put_as_codes(const struct wgc_repro_table *table, size_t size, struct wgc_buf *out,
                         struct wgc_buf *expand)
{
    const char **value = NULL;

    if (size <= LONG_TABLE) {
        return false;
    }
    const size_t count = find_values(table, &value);
    const size_t width = count > BASE ? 2 : 1;
    const bool worth = count > 0 && count <= BASE * BASE &&
                       5 * (text_size(table, value, count) + width * table->count) <= 3 * size;

    if (worth) {
        put_coded(table, value, count, width, out, expand);
    }
    out->failed = out->failed || value == NULL;
    free(value);
    return worth;
}

void wgc_repro_table_put(struct wgc_repro_table *table, struct wgc_buf *out, struct wgc_buf *expand)
{
    if (table->count == 0) {
        wgc_repro_table_number(table, 0);
    }
    if (table->text.failed) {
        out->failed = true;
        wgc_buf_free(&table->text);
        return;
    }
    const bool runs = count_runs(table) * WORTH <= table->count;
    const size_t size = runs ? runs_size(table) : text_size(table, NULL, table->count);
    if (put_as_codes(table, size, out, expand)) {
        wgc_buf_free(&table->text);
    } else if (!runs) {
        wgc_buf_printf(out, "\nstatic const %s %s[] = {\n", table->type, table->name);
        put_elements(table, false, out);
        wgc_buf_text(out, "\n};\n");
    } else {
        wgc_buf_printf(out,
                       "\nstatic %s %s[%zu];\nRUNS(%s, %s) = { /* how many, and which value */\n",
                       table->type, table->name, table->count, table->type, table->name);
        put_elements(table, true, out);
        wgc_buf_text(out, "\n};\n");
        wgc_buf_printf(expand, "    EXPAND(%s);\n", table->name);
    }
    wgc_buf_free(&table->text);
}
