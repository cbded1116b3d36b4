#include "repro/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_WIDTH = 100, ELEMENT = 32, WORTH = 3 };

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

void wgc_repro_table_put(struct wgc_repro_table *table, struct wgc_buf *out, struct wgc_buf *expand)
{
    if (table->count == 0) {
        wgc_repro_table_number(table, 0);
    }
    if (table->text.failed) {
        out->failed = true;
    } else if (count_runs(table) * WORTH > table->count) {
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
