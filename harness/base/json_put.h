/* Writing JSON as text. */
#ifndef WGC_BASE_JSON_PUT_H
#define WGC_BASE_JSON_PUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Appends text as a JSON string with its quotes; bytes that are no valid UTF-8 become U+FFFD. */
void wgc_json_put_string(struct wgc_buf *buf, const char *text);

/* Begins the next item of an array or the next member of an object: a comma unless it is the
 * first. */
void wgc_json_put_item(struct wgc_buf *buf);
void wgc_json_put_name(struct wgc_buf *buf, const char *name);

/* Whole members; nothing for a text that is NULL. json: any value as JSON. */
void wgc_json_put_text(struct wgc_buf *buf, const char *name, const char *text);
void wgc_json_put_json(struct wgc_buf *buf, const char *name, const char *json);
void wgc_json_put_list(struct wgc_buf *buf, const char *name, char *const *text, size_t count);
void wgc_json_put_number(struct wgc_buf *buf, const char *name, uint64_t number);
void wgc_json_put_bool(struct wgc_buf *buf, const char *name, bool value);

#endif
