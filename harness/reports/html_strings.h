/* Texts that are numbered in the order in which they first came, each once. Pure. */
#ifndef WGC_REPORTS_HTML_STRINGS_H
#define WGC_REPORTS_HTML_STRINGS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct wgc_html_string {
    const char *text; /* not owned, not ended by a NUL */
    size_t length;
    uint32_t hash;
};

struct wgc_html_strings {
    struct wgc_html_string *item;
    size_t count, capacity;
    size_t *slot; /* place in item and 1, by hash; slot_count is a power of two */
    size_t slot_count;
};

/* The number of the text, which is added if it is new: then the number is the count before. The
 * text outlives *strings. SIZE_MAX without memory. An empty *strings is all zero. */
size_t wgc_html_strings_add(struct wgc_html_strings *strings, const char *text, size_t length);

/* Appends a JSON array of the texts. */
void wgc_html_strings_put(struct wgc_buf *out, const struct wgc_html_strings *strings);

void wgc_html_strings_free(struct wgc_html_strings *strings);

#endif
