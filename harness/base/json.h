/* Reading untrusted JSON: errors name the line, fields are checked. */
#ifndef WGC_BASE_JSON_H
#define WGC_BASE_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json_put.h"

/*
 * Parses size bytes of JSON. Errors begin with "NAME:LINE: "; text after the value and NUL bytes
 * are errors; bytes that are no valid UTF-8 are read as U+FFFD, as they are written. *root is freed
 * with cJSON_Delete. Errors are WGC_ERR_INPUT, or WGC_ERR_MEMORY.
 */
enum wgc_status wgc_json_parse(const char *name, const char *text, size_t size, cJSON **root,
                               struct wgc_err *err);

/* A field of object, or an error "missing field" or "field ... must be ...": WGC_ERR_INPUT without
 * the file's name. */
enum wgc_status wgc_json_string(const cJSON *object, const char *field, const char **out,
                                struct wgc_err *err);
enum wgc_status wgc_json_array(const cJSON *object, const char *field, const cJSON **out,
                               struct wgc_err *err);
enum wgc_status wgc_json_integer(const cJSON *object, const char *field, int64_t low, int64_t high,
                                 int64_t *out, struct wgc_err *err);

/* The text of a field, or "" where it has none. */
const char *wgc_json_text(const cJSON *object, const char *field);

/* The value of a number that must be whole and within [low, high]; the error names it by what. */
enum wgc_status wgc_json_whole(const cJSON *number, const char *what, int64_t low, int64_t high,
                               int64_t *out, struct wgc_err *err);

#endif
