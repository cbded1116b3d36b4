#include "causes/parts.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/report_text.h"
#include "causes/family.h"

/* Precedes the function that a compiler's pass ran on, whose name differs from case to case. */
static const char on_function[] = " on function \"";

static const char *find_word(const char *line, size_t length, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= length; i++) {
        if (strncasecmp(line + i, word, size) == 0) {
            return line + i;
        }
    }
    return NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || strchr("_/.-$@~", c) != NULL;
}

static bool contains(const char *word, size_t length, const char *part)
{
    return find_word(word, length, part) != NULL;
}

/* What glibc prints about a heap that is spoilt: which of them depends on what is freed next. */
static bool is_about_heap(const char *line, size_t length)
{
    static const char *const words[] = {"malloc(): ",
                                        "free(): ",
                                        "realloc(): ",
                                        "munmap_chunk(): ",
                                        "malloc_consolidate(): ",
                                        "double free or corruption",
                                        "corrupted size vs. prev_size",
                                        "corrupted double-linked list",
                                        "malloc.c:"};
    bool is = false;

    for (size_t i = 0; !is && i < sizeof words / sizeof words[0]; i++) {
        is = contains(line, length, words[i]);
    }
    return is;
}

static bool is_about_symbol(const char *line, size_t length)
{
    static const char *const words[] = {"symbol", "undefined reference", "unresolved external",
                                        "unimplemented function"};
    bool is = false;

    for (size_t i = 0; !is && i < sizeof words / sizeof words[0]; i++) {
        is = contains(line, length, words[i]);
    }
    return is;
}

/* Of a mangled name, _Z14work_group_alli, the function; else the word as it is. */
static void strip_mangling(const char **word, size_t *length)
{
    const char *at = *word;
    size_t left = *length, size = 0;

    if (left < 4 || at[0] != '_' || at[1] != 'Z' || !isdigit((unsigned char)at[2])) {
        return;
    }
    for (at += 2, left -= 2; left > 0 && isdigit((unsigned char)*at) && size < left; at++, left--) {
        size = size * 10 + (size_t)(*at - '0');
    }
    if (size > 0 && size <= left) {
        *word = at;
        *length = size;
    }
}

/* The feature of a function of the suite that the word has; NULL: it has none. */
static const char *feature_in(const char *word, size_t length)
{
    static const char *const starts[] = {"get_sub_group_", "work_group_", "sub_group_"};
    const char *feature = NULL;

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        const char *at = find_word(word, length, starts[i]);
        if (at != NULL && wgc_family_function(at, length - (size_t)(at - word), &feature) > 0) {
            return feature;
        }
    }
    return NULL;
}

/* Appends the word, with "#" for an address, and without numbers also for each number. */
static void put_plain(struct wgc_buf *out, const char *word, size_t length, bool numbers)
{
    if (length > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X')) {
        wgc_buf_char(out, '#');
        return;
    }
    for (size_t i = 0; i < length; i++) {
        bool digit = isdigit((unsigned char)word[i]) != 0;
        bool again = i > 0 && isdigit((unsigned char)word[i - 1]) != 0;
        if (!digit || numbers) {
            wgc_buf_char(out, word[i]);
        } else if (!again) {
            wgc_buf_char(out, '#');
        }
    }
}

static void put_function(struct wgc_buf *out, const char *feature, bool of_symbol)
{
    wgc_buf_text(out, "<function");
    if (of_symbol) {
        wgc_buf_printf(out, " of %s", feature);
    }
    wgc_buf_char(out, '>');
}

static void put_word(struct wgc_buf *out, const char *word, size_t length,
                     struct wgc_general_line what, bool of_symbol)
{
    for (size_t i = length; i > 0; i--) {
        if (word[i - 1] == '/' && i < length) { /* a path: without its folders */
            word += i;
            length -= i;
            break;
        }
    }
    if (what.names) {
        put_plain(out, word, length, what.numbers);
        return;
    }
    if (contains(word, length, "wgc_")) {
        wgc_buf_text(out, "<kernel>");
        return;
    }
    if (what.of_case) {
        strip_mangling(&word, &length);
    }
    const char *feature = what.of_case ? feature_in(word, length) : NULL;
    if (feature != NULL) {
        put_function(out, feature, of_symbol);
    } else {
        put_plain(out, word, length, what.numbers);
    }
}

/* The line, word by word; blanks become one. */
static void put_words(struct wgc_buf *text, const char *line, const char *end,
                      struct wgc_general_line what)
{
    const bool of_symbol = is_about_symbol(line, (size_t)(end - line));

    while (line < end) {
        size_t length = 0;
        while (line + length < end && is_of_word(line[length])) {
            length++;
        }
        if (length > 0) {
            put_word(text, line, length, what, of_symbol);
            line += length;
        } else {
            bool space = is_blank(*line);
            bool repeated = space && (text->size == 0 || text->data[text->size - 1] == ' ');
            if (!repeated) {
                wgc_buf_char(text, space ? ' ' : *line);
            }
            line++;
        }
    }
}

enum { MOST_SYMBOLS = 32 };

struct symbol {
    const char *text;
    size_t length;
};

static int by_text(const void *a, const void *b)
{
    const struct symbol *left = a, *right = b;
    const size_t both = left->length < right->length ? left->length : right->length;
    const int order = memcmp(left->text, right->text, both);

    return order != 0 ? order : (left->length > right->length) - (left->length < right->length);
}

/* Cuts "a, b, c" into its entries; 0: there are too many. */
static size_t split_list(const char *at, const char *end, struct symbol symbol[MOST_SYMBOLS])
{
    size_t count = 0;

    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma == NULL ? end : comma;
        const char *next = comma == NULL ? end : comma + 1;
        for (; at < stop && *at == ' '; at++) {
        }
        for (; stop > at && stop[-1] == ' '; stop--) {
        }
        if (count == MOST_SYMBOLS) {
            return 0;
        }
        symbol[count++] = (struct symbol){at, (size_t)(stop - at)};
        at = next;
    }
    return count;
}

/* Sorts the list in brackets of a line about symbols, and leaves each out that was there: a linker
 * that has them in a table names the same ones in any order. */
static void sort_symbols(struct wgc_buf *text)
{
    const char *start = text->data == NULL ? NULL : strchr(text->data, '[');
    const char *end = start == NULL ? NULL : strchr(start, ']');
    struct symbol symbol[MOST_SYMBOLS];
    struct wgc_buf sorted = {0};

    const size_t count = end == NULL ? 0 : split_list(start + 1, end, symbol);
    if (count < 2) {
        return;
    }
    qsort(symbol, count, sizeof symbol[0], by_text);
    wgc_buf_add(&sorted, text->data, (size_t)(start + 1 - text->data));
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || by_text(&symbol[i - 1], &symbol[i]) != 0) {
            wgc_buf_text(&sorted, i == 0 ? " " : ", ");
            wgc_buf_add(&sorted, symbol[i].text, symbol[i].length);
        }
    }
    wgc_buf_printf(&sorted, " %s", end);
    wgc_buf_free(text);
    *text = sorted;
}

const char *wgc_missing_function(const char *line)
{
    const char *feature = NULL;

    if (!is_about_symbol(line, strlen(line))) {
        return NULL;
    }
    while (*line != '\0' && feature == NULL) {
        const char *word = line;
        size_t length = 0;
        while (line[length] != '\0' && is_of_word(line[length])) {
            length++;
        }
        line += length > 0 ? length : 1;
        strip_mangling(&word, &length);
        feature = length > 0 ? feature_in(word, length) : NULL;
    }
    return feature;
}

void wgc_general_line(struct wgc_buf *out, const char *line, struct wgc_general_line what)
{
    const char *end = strstr(line, on_function);
    struct wgc_buf text = {0};

    end = end == NULL ? line + strlen(line) : end;
    if (what.of_case && is_about_heap(line, (size_t)(end - line))) {
        wgc_buf_text(&text, "the heap is spoilt (found by malloc or free)");
    } else {
        put_words(&text, line, end, what);
        if (what.of_case && is_about_symbol(line, (size_t)(end - line))) {
            sort_symbols(&text);
        }
    }
    while (text.size > 0 && strchr(" '.;,", text.data[text.size - 1]) != NULL) {
        text.data[--text.size] = '\0'; /* the end of a sentence or a quotation */
    }
    wgc_report_text(out, wgc_buf_str(&text));
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}
