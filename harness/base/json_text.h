/*
 * JSON in the form that reports have: on one line, in valid UTF-8.
 */
#ifndef WGC_BASE_JSON_TEXT_H
#define WGC_BASE_JSON_TEXT_H

#include <cjson/cJSON.h>

#include "base/buf.h"

/* Appends a value in the shortest form, members in their order; bytes that are no valid UTF-8
 * become U+FFFD. */
void wgc_json_put_value(struct wgc_buf *buf, const cJSON *value);

/* The object of a text in that form; the caller frees it. NULL when text is no JSON object, or
 * without memory. */
char *wgc_json_tidy_object(const char *text);

#endif
