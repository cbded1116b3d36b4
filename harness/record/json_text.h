/*
 * JSON kept as text: what the record holds of devices, hosts and mismatches. It is on one line, in
 * valid UTF-8 and goes into reports as it is.
 */
#ifndef WGC_RECORD_JSON_TEXT_H
#define WGC_RECORD_JSON_TEXT_H

#include <cjson/cJSON.h>

#include "base/buf.h"

/* Appends a value in the shortest form, members in their order; bytes that are no valid UTF-8
 * become U+FFFD. */
void wgc_json_put_value(struct wgc_buf *buf, const cJSON *value);

/* The object in text, put so; owned by the caller. NULL when text holds no JSON object, or without
 * memory. */
char *wgc_json_tidy_object(const char *text);

#endif
