/* Strings of drivers, cleaned for terminals, messages and JSON. Pure. */
#ifndef WGC_DEVICE_TEXT_H
#define WGC_DEVICE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum wgc_text_lines {
    WGC_TEXT_ONE_LINE, /* every control character becomes a space; spaces at both ends are cut off
                        */
    WGC_TEXT_LINES,    /* newlines and tabs stay; other control characters become spaces */
};

/*
 * A copy of at most size bytes, up to the first NUL, as valid UTF-8 without control characters:
 * bytes that are no character (overlong forms, surrogates and cut-off sequences too) become U+FFFD.
 * NULL without memory; owned by the caller.
 */
char *wgc_text_clean(const char *bytes, size_t size, enum wgc_text_lines lines);

/*
 * Like wgc_text_clean with lines, for build logs. In a log larger than limit a line with the number
 * of omitted bytes replaces the middle. limit is at least 256.
 */
char *wgc_text_log(const char *bytes, size_t size, size_t limit);

/* Whether a list of words separated by blanks contains word. */
bool wgc_text_has_word(const char *list, const char *word);

/* The word at *rest of a list separated by blanks, with its length; NULL at the end. *rest moves
 * on. */
const char *wgc_next_word(const char **rest, size_t *length);

/*
 * "OpenCL 3.0 ...", "OpenCL C 1.2", "SPIR-V_1.4": the number after the prefix as major * 100 +
 * minor * 10, here 300, 120 and 140; 0 when text has another start.
 */
unsigned wgc_text_version(const char *text, const char *prefix);

#endif
