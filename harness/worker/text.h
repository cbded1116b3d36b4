/* Strings as drivers give them, made fit for terminals, messages and JSON. Pure. */
#ifndef WGC_WORKER_TEXT_H
#define WGC_WORKER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum wgc_text_lines {
    WGC_TEXT_ONE_LINE, /* every control character becomes a space; spaces at both ends are cut off
                        */
    WGC_TEXT_LINES,    /* newlines and tabs stay; other control characters become spaces */
};

/*
 * A copy of at most size bytes, up to the first NUL, as valid UTF-8 without control characters:
 * what is no character (overlong forms, surrogates and cut-off sequences too) becomes U+FFFD. NULL
 * without memory; owned by the caller.
 */
char *wgc_text_clean(const char *bytes, size_t size, enum wgc_text_lines lines);

/*
 * Like wgc_text_clean with lines, for build logs: of one larger than limit the middle is left out,
 * and a line in its place says how many bytes that was. limit is at least 256.
 */
char *wgc_text_log(const char *bytes, size_t size, size_t limit);

/* Whether word stands in a list of words that are separated by blanks. */
bool wgc_text_has_word(const char *list, const char *word);

/*
 * "OpenCL 3.0 ...", "OpenCL C 1.2", "SPIR-V_1.4": the number after the prefix as major * 100 +
 * minor * 10, so 300, 120 and 140; 0 when text does not start so.
 */
unsigned wgc_text_version(const char *text, const char *prefix);

#endif
