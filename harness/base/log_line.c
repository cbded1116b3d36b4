#include "base/log_line.h"

#include <string.h>

#include "base/bytes.h"

/* How informative a line is. */
enum rank {
    RANK_BLANK,   /* and the number of warnings, which is there whatever happened */
    RANK_ADDRESS, /* the address for bug reports, the head of a stack dump */
    RANK_TEXT,
    RANK_REFUSAL, /* an error that is not named so; text for all but WGC_LOG_PICK_ERROR */
    RANK_ERROR,
    RANK_CAUSE,  /* the failure in the compiler */
    RANK_SYMBOL, /* the missing symbol */
};

static const struct {
    const char *words; /* in any case */
    enum rank rank;
} signs[] = {
    {"errors generated", RANK_TEXT},
    {"error generated", RANK_TEXT},
    {"warnings generated", RANK_BLANK},
    {"warning generated", RANK_BLANK},
    {"undefined symbol", RANK_SYMBOL},
    {"undefined reference", RANK_SYMBOL},
    {"unresolved external", RANK_SYMBOL},
    {"symbols not found", RANK_SYMBOL},
    {"symbol not found", RANK_SYMBOL},
    {"cannot find symbol", RANK_SYMBOL},
    {"unimplemented function", RANK_SYMBOL},
    {"internal compiler error", RANK_CAUSE},
    {"llvm error", RANK_CAUSE},
    {"assertion", RANK_CAUSE},
    {"error", RANK_ERROR},
    {"fatal", RANK_ERROR},
    {"terminate called", RANK_ERROR},
    {"://", RANK_ADDRESS},
    {"stack dump:", RANK_ADDRESS},
    {"did you mean", RANK_TEXT},
    {"unknown", RANK_REFUSAL},
    {"unsupported", RANK_REFUSAL},
    {"not supported", RANK_REFUSAL},
    {"unrecognized", RANK_REFUSAL},
    {"unhandled", RANK_REFUSAL},
    {"unreachable", RANK_REFUSAL},
    {"invalid", RANK_REFUSAL},
    {"not implemented", RANK_REFUSAL},
    {"cannot", RANK_REFUSAL},
    {"could not", RANK_REFUSAL},
    {"couldn't", RANK_REFUSAL},
    {"conflicting", RANK_REFUSAL},
    {"failed to", RANK_REFUSAL},
    {"segmentation fault", RANK_REFUSAL}, /* of a compiler in a process of its own */
};

struct line {
    const char *text;
    size_t length;
    size_t sign; /* the start of the words of its rank */
    enum rank rank;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The lower case of ASCII letters only: the locale must not matter. */
static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* The place of words (in lower case) in a text; length when they are not there. */
static size_t find(const char *text, size_t length, const char *words)
{
    const size_t size = strlen(words);

    for (size_t at = 0; at + size <= length; at++) {
        size_t same = 0;
        while (same < size && lower(text[at + same]) == words[same]) {
            same++;
        }
        if (same == size) {
            return at;
        }
    }
    return length;
}

static void rate(struct line *line)
{
    while (line->length > 0 && is_blank(line->text[0])) {
        line->text++;
        line->length--;
    }
    while (line->length > 0 && is_blank(line->text[line->length - 1])) {
        line->length--;
    }
    line->rank = line->length == 0 ? RANK_BLANK : RANK_TEXT;
    for (size_t i = 0; line->length > 0 && i < sizeof signs / sizeof signs[0]; i++) {
        size_t at = find(line->text, line->length, signs[i].words);
        if (at < line->length) {
            line->rank = signs[i].rank;
            line->sign = at;
            if (line->rank == RANK_REFUSAL &&
                find(line->text, line->length, "warning:") < line->length) {
                line->rank = RANK_TEXT;
            }
            line->length = line->rank == RANK_BLANK ? 0 : line->length;
            return;
        }
    }
}

static struct line choose_by_rank(const char *log, enum wgc_log_pick pick)
{
    struct line best = {.rank = RANK_BLANK};

    while (*log != '\0') {
        struct line line = {.text = log, .length = strcspn(log, "\n")};
        log += line.length + (log[line.length] == '\n');
        rate(&line);
        if (line.rank == RANK_REFUSAL) {
            line.rank = pick == WGC_LOG_PICK_ERROR ? RANK_ERROR : RANK_TEXT;
        }
        const bool later =
            pick == WGC_LOG_PICK_LAST || (pick == WGC_LOG_PICK_ERROR && line.rank < RANK_ERROR);
        if (line.rank > best.rank || (line.rank == best.rank && later)) {
            best = line;
        }
    }
    return best;
}

static struct line choose(const char *log, enum wgc_log_pick pick)
{
    static const char warning[] = "warning: ";
    const struct line best = choose_by_rank(log, pick);

    if (pick == WGC_LOG_PICK_NO_WARNING && best.length > 0 &&
        wgc_bytes_find(best.text, best.length, warning, sizeof warning - 1) != NULL) {
        const struct line error = choose_by_rank(log, WGC_LOG_PICK_ERROR);
        return error.rank >= RANK_ERROR ? error : best;
    }
    return best;
}

/* Whether the byte continues a character of UTF-8: no cut in front of it. */
static bool continues_character(char c)
{
    return ((unsigned char)c & 0xC0U) == 0x80U;
}

/* Removes the text in front of a missing symbol if it has a path: often that of a temporary file,
 * whose name differs each time. */
static void skip_path(struct line *line)
{
    if (line->rank == RANK_SYMBOL && memchr(line->text, '/', line->sign) != NULL) {
        line->text += line->sign;
        line->length -= line->sign;
        line->sign = 0;
    }
}

/* Truncates a line that is too long; a quarter of the rest is in front of the sign. */
static void cut(struct line *line)
{
    size_t start = 0;

    if (line->length <= WGC_LOG_LINE_MAX) {
        return;
    }
    if (line->sign > WGC_LOG_LINE_MAX / 4) {
        start = line->sign - WGC_LOG_LINE_MAX / 4;
    }
    if (start > line->length - WGC_LOG_LINE_MAX) {
        start = line->length - WGC_LOG_LINE_MAX;
    }
    while (continues_character(line->text[start]) && start < line->sign) {
        start++;
    }
    line->text += start;
    line->length -= start;
    if (line->length <= WGC_LOG_LINE_MAX) { /* the skipped bytes of a character were enough */
        return;
    }
    line->length = WGC_LOG_LINE_MAX;
    while (line->length > 0 && continues_character(line->text[line->length])) {
        line->length--;
    }
}

/* The bytes of "FOLDER/FILE:" at the start of a text where a line's number follows; else 0. */
static size_t place_length(const char *text, size_t length)
{
    size_t end = 0, slash = 0;

    while (end < length && !is_blank(text[end]) && text[end] != ':') {
        slash = text[end] == '/' ? end + 1 : slash;
        end++;
    }
    bool numbered =
        end + 1 < length && text[end] == ':' && text[end + 1] >= '0' && text[end + 1] <= '9';
    return slash > 0 && numbered ? end + 1 : 0;
}

/* The bytes of " <Spelling=FILE:1:2>" at the start of a text, Clang's second place of an error in a
 * macro; else 0. */
static size_t spelling_length(const char *text, size_t length)
{
    static const char start[] = " <Spelling=";

    if (length < sizeof start || memcmp(text, start, sizeof start - 1) != 0) {
        return 0;
    }
    const char *end = memchr(text, '>', length);
    return end == NULL ? 0 : (size_t)(end - text) + 1;
}

static void put_line(struct wgc_buf *out, const struct line *line)
{
    for (size_t i = 0; i < line->length; i++) {
        const size_t spelling = spelling_length(line->text + i, line->length - i);
        if (spelling > 0) {
            i += spelling - 1;
            continue;
        }
        unsigned char c = (unsigned char)line->text[i];
        if (i == 0 || is_blank(line->text[i - 1])) {
            size_t place = place_length(line->text + i, line->length - i);
            if (place > 0) {
                i += place - 1;
                continue;
            }
        }
        wgc_buf_char(out, c < 0x20 || c == 0x7F ? ' ' : line->text[i]);
    }
}

bool wgc_log_line_put(struct wgc_buf *out, const char *prefix, const char *log,
                      enum wgc_log_pick pick, bool errors_only)
{
    struct line line = choose(log, pick);

    if (line.rank == RANK_BLANK || (errors_only && line.rank < RANK_ERROR)) {
        return false;
    }
    skip_path(&line);
    cut(&line);
    wgc_buf_text(out, prefix);
    put_line(out, &line);
    return true;
}

bool wgc_log_line_quote(struct wgc_buf *out, const char *prefix, const char *log, bool errors_only)
{
    const size_t before = out->size + strlen(prefix);
    size_t marks = 0;

    if (!wgc_log_line_put(out, prefix, log, WGC_LOG_PICK_ERROR, errors_only) || out->failed) {
        return false;
    }
    for (size_t i = before; i < out->size; i++) {
        marks += out->data[i] == '\'';
    }
    const size_t dots = out->size > before && out->data[out->size - 1] == '.';
    if (marks % 2 == 1 && out->size > before + dots && out->data[out->size - 1 - dots] == '\'') {
        out->size -= 1 + dots;
        out->data[out->size] = '\0';
    }
    return true;
}

bool wgc_log_has_error(const char *log)
{
    return choose(log, WGC_LOG_PICK_ERROR).rank >= RANK_ERROR;
}
