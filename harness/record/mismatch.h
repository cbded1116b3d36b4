/*
 * The evidence of a result: its first mismatch, and its attempts. Each is parsed once, from the
 * report or from the worker's message, and has its whole JSON as text for the reports that show all
 * of it. Unknown fields stay in json. Pure.
 */
#ifndef WGC_RECORD_MISMATCH_H
#define WGC_RECORD_MISMATCH_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "judge/damage.h"
#include "judge/wrong.h"
#include "record/state.h"

/* The ids of a work-group or of a work-item in it, x first. */
struct wgc_record_place {
    bool known;
    uint64_t id[3];
};

/* The first wrong element. A text is NULL where the object lacks the string. */
struct wgc_record_mismatch {
    char *json; /* an object */
    enum wgc_wrong_kind kind;
    bool is_truth, truth; /* whether the values are truth values, and the expected one */
    bool is_overwritten;  /* nothing may be written there: expected is the initial value */
    char *what;           /* "wrong value", "not written", ... */
    char *pattern, *input, *expected, *actual, *tolerance;
    enum wgc_damage damage; /* UNKNOWN in older reports too */
    bool nan_operands;      /* its data has NaN among other values */
    struct wgc_record_place work_group, local_id;
    size_t sub_group_size;           /* the largest, of a program of explore; 0: not known */
    size_t group_items, group_wrong; /* elements listed of its group, and wrong ones among them */
    size_t wrong_groups, judged_groups; /* of the launch; 0: not known */
};

/* Neighbouring attempts with the same end. */
struct wgc_record_attempt {
    enum wgc_state state;
    uint64_t count; /* at least 1 */
    double seconds; /* of all of them */
    char *reason;   /* NULL: none */
};

struct wgc_record_attempts {
    char *json; /* an array */
    struct wgc_record_attempt *item;
    size_t count;
};

/* Each reads a part; the caller frees it. NULL without memory, or when the value is no object (no
 * array). Attempts of an unknown state or without a count are ignored. */
struct wgc_record_mismatch *wgc_record_mismatch_read(const cJSON *object);
struct wgc_record_attempts *wgc_record_attempts_read(const cJSON *array);

/* The same from text; NULL also when it is no JSON. */
struct wgc_record_mismatch *wgc_record_mismatch_parse(const char *text);
struct wgc_record_attempts *wgc_record_attempts_parse(const char *text);

/* NULL is nothing to free. */
void wgc_record_mismatch_free(struct wgc_record_mismatch *mismatch);
void wgc_record_attempts_free(struct wgc_record_attempts *attempts);

#endif
