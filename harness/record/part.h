/*
 * A part of a report that is one JSON object: its whole text, for the reports, and the fields that
 * the program uses, read once. For the modules of this folder.
 */
#ifndef WGC_RECORD_PART_H
#define WGC_RECORD_PART_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A field with a string, and the offset of its char * in the part's struct. */
struct wgc_part_text {
    const char *key;
    size_t offset;
};

struct wgc_part_texts {
    const struct wgc_part_text *text;
    size_t count;
};

/* The value as text in the shortest form (base/json_text.h); the caller frees it. NULL without
 * memory. */
char *wgc_part_json(const cJSON *value);

/* Copies the strings of an object; a field that is missing or no string is NULL. False without
 * memory: the caller frees the part. */
bool wgc_part_read_texts(const cJSON *object, struct wgc_part_texts texts, void *part);
void wgc_part_free_texts(struct wgc_part_texts texts, void *part);

/* The member of an object, or NULL. */
const cJSON *wgc_part_member(const cJSON *object, const char *key);

/* The number as a whole one within [0, 2^53]; 0 where it is none. */
uint64_t wgc_part_number(const cJSON *item);

#endif
