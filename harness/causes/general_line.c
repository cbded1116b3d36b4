#include "causes/general_line.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "base/report_text.h"

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
    return part != NULL && part[0] != '\0' && find_word(word, length, part) != NULL;
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

static void put_word(struct wgc_buf *out, const char *word, size_t length, const char *function,
                     bool numbers)
{
    for (size_t i = length; i > 0; i--) {
        if (word[i - 1] == '/' && i < length) { /* a path: without its folders */
            word += i;
            length -= i;
            break;
        }
    }
    if (contains(word, length, "wgc_")) {
        wgc_buf_text(out, "<kernel>");
    } else if (contains(word, length, function)) {
        wgc_buf_text(out, "<function>");
    } else {
        put_plain(out, word, length, numbers);
    }
}

void wgc_general_line(struct wgc_buf *out, const char *line, const char *function, bool numbers)
{
    const char *end = strstr(line, on_function);
    struct wgc_buf text = {0};

    end = end == NULL ? line + strlen(line) : end;
    while (line < end) {
        size_t length = 0;
        while (line + length < end && is_of_word(line[length])) {
            length++;
        }
        if (length > 0) {
            put_word(&text, line, length, function, numbers);
            line += length;
        } else {
            bool space = is_blank(*line);
            bool repeated = space && (text.size == 0 || text.data[text.size - 1] == ' ');
            if (!repeated) {
                wgc_buf_char(&text, space ? ' ' : *line);
            }
            line++;
        }
    }
    while (text.size > 0 && strchr(" '.;,", text.data[text.size - 1]) != NULL) {
        text.data[--text.size] = '\0'; /* the end of a sentence or a quotation */
    }
    wgc_report_text(out, text.data == NULL ? "" : text.data);
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}
