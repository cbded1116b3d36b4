#include "cli/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "options/option_table.h"

enum { WIDTH = 80, TEXT_COLUMN = 26 };

/* The length of the first word; a text in single quotes is one word. */
static size_t word_length(const char *text)
{
    const char *end = text[0] == '\'' ? strchr(text + 1, '\'') : NULL;
    size_t quoted = end == NULL ? 0 : (size_t)(end - text);

    return quoted + strcspn(text + quoted, " ");
}

/* Appends words from a column on, and a line end; further lines begin at the indentation. */
static void put_words(struct wgc_buf *out, const char *text, size_t column, size_t indentation)
{
    const char *separator = "";

    while (*text != '\0') {
        size_t length = word_length(text);
        size_t needed = length + strlen(separator);
        if (column + needed > WIDTH && separator[0] != '\0') {
            wgc_buf_printf(out, "\n%*s", (int)indentation, "");
            column = indentation;
            needed = length;
            separator = "";
        }
        wgc_buf_text(out, separator);
        wgc_buf_add(out, text, length);
        column += needed;
        separator = " ";
        text += length + strspn(text + length, " ");
    }
    wgc_buf_char(out, '\n');
}

/* A term and its text at TEXT_COLUMN; a long term has a line of its own. */
static void put_term(struct wgc_buf *out, const char *term, const char *text)
{
    if (strlen(term) + 1 > TEXT_COLUMN) {
        wgc_buf_printf(out, "%s\n%*s", term, (int)TEXT_COLUMN, "");
    } else {
        wgc_buf_printf(out, "%-*s", (int)TEXT_COLUMN, term);
    }
    put_words(out, text, TEXT_COLUMN, TEXT_COLUMN);
}

static void put_option(struct wgc_buf *out, const struct wgc_option *option)
{
    char term[80];

    if (option->name[0] == '\0') {
        (void)snprintf(term, sizeof term, "  %s", option->value);
    } else {
        const char letter[] = {'-', option->letter, ',', ' ', '\0'};
        (void)snprintf(term, sizeof term, "  %s--%s%s%s", option->letter == 0 ? "    " : letter,
                       option->name, option->value[0] == '\0' ? "" : " ", option->value);
    }
    put_term(out, term, option->text);
}

static void put_commands(struct wgc_buf *out)
{
    char term[80];

    for (int i = WGC_COMMAND_RUN + 1; i < WGC_COMMAND_COUNT; i++) {
        const struct wgc_command_row *row = &wgc_command_table[i];
        (void)snprintf(term, sizeof term, "  %s %s", row->name, row->arguments);
        put_term(out, term, row->text);
    }
}

static void put_group(struct wgc_buf *out, enum wgc_help group)
{
    wgc_buf_printf(out, "\n%s\n", wgc_help_table[group].text);
    for (size_t i = 0; i < WGC_OPTION_COUNT; i++) {
        const struct wgc_option *option = &wgc_option_table[i];
        if (option->group == group && wgc_option_is_of(option, WGC_COMMAND_RUN)) {
            put_option(out, option);
        }
    }
    if (group == WGC_HELP_COMMANDS) {
        put_commands(out);
    }
}

/* Exit statuses and examples: the first of them has the title in front. */
static void put_item(struct wgc_buf *out, enum wgc_help at)
{
    const struct wgc_help_row *row = &wgc_help_table[at];
    bool first = at == 0 || wgc_help_table[at - 1].kind != row->kind;

    if (row->kind == WGC_HELP_KIND_EXAMPLE) {
        wgc_buf_printf(out, "%s  %s\n", first ? "\nExamples\n" : "", row->text);
    } else {
        size_t length = strcspn(row->text, " ");
        wgc_buf_printf(out, "%s  %-12.*s", first ? "\nExit status\n" : "", (int)length, row->text);
        put_words(out, row->text + length + 1, 14, 14);
    }
}

static void put_program(struct wgc_buf *out)
{
    for (int i = 0; i < WGC_HELP_COUNT; i++) {
        switch (wgc_help_table[i].kind) {
        case WGC_HELP_KIND_GROUP:
            put_group(out, (enum wgc_help)i);
            break;
        case WGC_HELP_KIND_NAMING:
            wgc_buf_char(out, '\n');
            put_words(out, wgc_help_table[i].text, 0, 0);
            break;
        case WGC_HELP_KIND_EXAMPLE:
        case WGC_HELP_KIND_EXIT_STATUS:
            put_item(out, (enum wgc_help)i);
            break;
        }
    }
}

void wgc_help(enum wgc_command command, struct wgc_buf *out)
{
    const struct wgc_command_row *row = &wgc_command_table[command];

    wgc_buf_printf(out, "usage: wgconform %s%s%s\n\n", command == WGC_COMMAND_RUN ? "" : row->name,
                   command == WGC_COMMAND_RUN ? "" : " ", row->arguments);
    wgc_buf_printf(out, "%c%s.\n", toupper((unsigned char)row->text[0]), row->text + 1);
    if (command == WGC_COMMAND_RUN) {
        put_program(out);
        return;
    }
    wgc_buf_char(out, '\n');
    for (size_t i = 0; i < WGC_OPTION_COUNT; i++) {
        if (wgc_option_is_of(&wgc_option_table[i], command)) {
            put_option(out, &wgc_option_table[i]);
        }
    }
}
