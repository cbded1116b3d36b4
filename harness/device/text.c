#include "device/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* The length of the UTF-8 character at s, of at most rest bytes; 0 for none, and for U+0080 to
 * U+009F, which are control characters. */
static size_t character(const unsigned char *s, size_t rest)
{
    unsigned char next[5] = {0};

    memcpy(next, s, rest < 4 ? rest : 4);
    return next[0] == 0xc2 && next[1] < 0xa0 ? 0 : wgc_utf8_length(next);
}

static bool is_control(unsigned char c, enum wgc_text_lines lines)
{
    if (lines == WGC_TEXT_LINES && (c == '\n' || c == '\t')) {
        return false;
    }
    return c < 0x20 || c == 0x7f;
}

static size_t put_clean(char *out, const char *bytes, size_t size, enum wgc_text_lines lines)
{
    static const char replacement[] = WGC_UTF8_REPLACEMENT;
    const unsigned char *in = (const unsigned char *)bytes;
    size_t used = 0;

    for (size_t i = 0; i < size;) {
        size_t length = character(in + i, size - i);
        if (length == 0) {
            memcpy(out + used, replacement, sizeof replacement - 1);
            used += sizeof replacement - 1;
            i++;
        } else if (length == 1) {
            out[used++] = is_control(in[i], lines) ? ' ' : (char)in[i];
            i++;
        } else {
            memcpy(out + used, in + i, length);
            used += length;
            i += length;
        }
    }
    return used;
}

char *wgc_text_clean(const char *bytes, size_t size, enum wgc_text_lines lines)
{
    size_t length = size > 0 ? strnlen(bytes, size) : 0;
    char *out = length < (size_t)-1 / 4 ? malloc(3 * length + 1) : NULL;
    size_t used, first = 0;

    if (out == NULL) {
        return NULL;
    }
    used = put_clean(out, bytes, length, lines);
    if (lines == WGC_TEXT_ONE_LINE) {
        while (used > 0 && out[used - 1] == ' ') {
            used--;
        }
        while (first < used && out[first] == ' ') {
            first++;
        }
        memmove(out, out + first, used - first);
        used -= first;
    }
    out[used] = '\0';
    return out;
}

char *wgc_text_log(const char *bytes, size_t size, size_t limit)
{
    size_t length = size > 0 ? strnlen(bytes, size) : 0;
    size_t part = limit / 2;
    char *out;
    size_t used;

    if (length <= limit) {
        return wgc_text_clean(bytes, length, WGC_TEXT_LINES);
    }
    out = malloc(6 * part + 128);
    if (out == NULL) {
        return NULL;
    }
    used = put_clean(out, bytes, part, WGC_TEXT_LINES);
    used += (size_t)snprintf(out + used, 128, "\n[%zu bytes left out]\n", length - 2 * part);
    used += put_clean(out + used, bytes + (length - part), part, WGC_TEXT_LINES);
    out[used] = '\0';
    return out;
}

bool wgc_text_has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    if (length == 0) {
        return false;
    }
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length) {
        bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

const char *wgc_next_word(const char **rest, size_t *length)
{
    const char *word = *rest + strspn(*rest, " ");

    *length = strcspn(word, " ");
    *rest = word + *length;
    return *length > 0 ? word : NULL;
}

unsigned wgc_text_version(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    unsigned major, minor;

    if (strncmp(text, prefix, length) != 0 || text[length] < '0' || text[length] > '9') {
        return 0;
    }
    if (sscanf(text + length, "%2u.%1u", &major, &minor) != 2) {
        return 0;
    }
    return major * 100 + minor * 10;
}
