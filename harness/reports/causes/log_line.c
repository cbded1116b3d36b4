#include "reports/causes/log_line.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "reports/report_text.h"

/* Words that tell what went wrong, the most telling first. from_here: the line counts from them on;
 * last: of several such lines the last one counts, not the first; until: where the line stops to
 * count, or NULL. */
static const struct {
    const char *text;
    int rank;
    bool from_here, last;
    const char *until;
} words[] = {
    {"undefined symbol", 5, true, false, NULL},
    {"symbols not found", 5, true, false, NULL},
    {"undefined reference", 5, true, false, NULL},
    {"unresolved", 5, true, false, NULL},
    {"cannot find symbol", 5, true, false, NULL},
    {"assertion", 4, false, false, NULL},
    {"internal compiler error", 4, true, false, NULL},
    {"llvm error", 4, true, false, NULL},
    {"fatal error", 4, true, false, NULL},
    {"unreachable executed", 4, false, false, NULL},
    {"what():", 4, true, false, NULL},
    {"invalid spir-v", 4, true, false, NULL},
    {"runtime error", 4, true, false, NULL},
    {"error:", 3, false, false, NULL},
    {"running pass", 2, true, true, " on "},
    {"double free", 2, true, false, NULL},
    {"corrupted", 2, false, false, NULL},
    {"failed", 1, false, false, NULL},
};

struct line {
    const char *text;
    size_t length;
    int rank;
};

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

/* Takes the line in the place of *best where it tells more. */
static void consider(struct line *best, const char *text, size_t length)
{
    while (length > 0 && is_blank(text[length - 1])) {
        length--;
    }
    while (length > 0 && is_blank(*text)) {
        text++;
        length--;
    }
    if (length == 0) {
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *found = find_word(text, length, words[i].text);
        bool better = words[i].rank > best->rank || (words[i].last && words[i].rank == best->rank);
        if (found != NULL && better) {
            const char *start = words[i].from_here ? found : text;
            const char *end =
                words[i].until == NULL
                    ? NULL
                    : find_word(found, length - (size_t)(found - text), words[i].until);
            end = end == NULL ? text + length : end;
            *best = (struct line){start, (size_t)(end - start), words[i].rank};
            return;
        }
    }
    if (best->rank <= 0) { /* nothing better so far: the last line counts */
        *best = (struct line){text, length, 0};
    }
}

void wgc_log_line(struct wgc_buf *out, const char *log)
{
    struct line best = {.rank = -1};

    while (*log != '\0') {
        size_t length = strcspn(log, "\n");
        consider(&best, log, length);
        log += length + (log[length] == '\n');
    }
    if (best.text == NULL) {
        return;
    }
    size_t length = best.length < WGC_LOG_LINE_MAX ? best.length : WGC_LOG_LINE_MAX;
    while (length > 0 && strchr("'.;,", best.text[length - 1]) != NULL) {
        length--;
    }
    while (length > 0 && length < best.length &&
           ((unsigned char)best.text[length] & 0xC0) == 0x80) {
        length--; /* not within a character */
    }
    wgc_buf_add(out, best.text, length);
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || strchr("_/.-$@~", c) != NULL;
}

static bool holds(const char *word, size_t length, const char *part)
{
    return part != NULL && part[0] != '\0' && find_word(word, length, part) != NULL;
}

/* The word's digits as "#" where numbers do not count, and an address in any case. */
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
        if (word[i - 1] == '/' && i < length) { /* a path: its folders go */
            word += i;
            length -= i;
            break;
        }
    }
    if (holds(word, length, "wgc_")) {
        wgc_buf_text(out, "<kernel>");
    } else if (holds(word, length, function)) {
        wgc_buf_text(out, "<function>");
    } else {
        put_plain(out, word, length, numbers);
    }
}

void wgc_log_line_generalize(struct wgc_buf *out, const char *line, const char *function,
                             bool numbers)
{
    struct wgc_buf text = {0};

    while (*line != '\0') {
        size_t length = 0;
        while (line[length] != '\0' && is_of_word(line[length])) {
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
    wgc_report_text(out, text.data == NULL ? "" : text.data);
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}
