#include "record/mismatch.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "patterns/patterns.h"
#include "record/part.h"

#define TEXT(member)                                                                               \
    {                                                                                              \
#member, offsetof(struct wgc_record_mismatch, member)                                      \
    }

static const struct wgc_part_text mismatch_text[] = {
    TEXT(what), TEXT(pattern), TEXT(input), TEXT(expected), TEXT(actual), TEXT(tolerance)};
static const struct wgc_part_texts mismatch_texts = {mismatch_text, sizeof mismatch_text /
                                                                        sizeof mismatch_text[0]};
static const struct wgc_part_text attempt_text[] = {
    {"reason", offsetof(struct wgc_record_attempt, reason)}};
static const struct wgc_part_texts attempt_texts = {attempt_text, 1};

static struct wgc_record_place read_place(const cJSON *array)
{
    struct wgc_record_place place = {.known =
                                         cJSON_IsArray(array) && cJSON_GetArraySize(array) == 3};

    for (int i = 0; place.known && i < 3; i++) {
        place.id[i] = wgc_part_number(cJSON_GetArrayItem(array, i));
    }
    return place;
}

struct wgc_record_mismatch *wgc_record_mismatch_read(const cJSON *object)
{
    struct wgc_record_mismatch *mismatch =
        cJSON_IsObject(object) ? calloc(1, sizeof *mismatch) : NULL;
    const cJSON *flag;

    if (mismatch == NULL) {
        return NULL;
    }
    mismatch->json = wgc_part_json(object);
    if (mismatch->json == NULL || !wgc_part_read_texts(object, mismatch_texts, mismatch)) {
        wgc_record_mismatch_free(mismatch);
        return NULL;
    }
    const char *damage = cJSON_GetStringValue(wgc_part_member(object, "damage"));
    mismatch->damage = damage == NULL ? WGC_DAMAGE_UNKNOWN : wgc_damage_by_name(damage);
    mismatch->nan_operands =
        wgc_pattern_has_nan(cJSON_GetStringValue(wgc_part_member(object, "data_pattern")));
    const cJSON *truth = wgc_part_member(object, "truth");
    mismatch->kind = wgc_wrong_by_name(cJSON_GetStringValue(wgc_part_member(object, "kind")));
    mismatch->is_truth = cJSON_IsBool(truth) != 0;
    mismatch->truth = cJSON_IsTrue(truth) != 0;
    mismatch->is_overwritten = cJSON_IsTrue(wgc_part_member(object, "overwritten")) != 0;
    mismatch->sub_group_size = (size_t)wgc_part_number(wgc_part_member(object, "sub_group_size"));
    mismatch->wrong_groups = (size_t)wgc_part_number(wgc_part_member(object, "wrong_groups"));
    mismatch->judged_groups = (size_t)wgc_part_number(wgc_part_member(object, "judged_groups"));
    mismatch->work_group = read_place(wgc_part_member(object, "work_group"));
    mismatch->local_id = read_place(wgc_part_member(object, "local_id"));
    cJSON_ArrayForEach(flag, wgc_part_member(object, "group_wrong"))
    {
        mismatch->group_items++;
        mismatch->group_wrong += cJSON_IsTrue(flag) != 0;
    }
    return mismatch;
}

void wgc_record_mismatch_free(struct wgc_record_mismatch *mismatch)
{
    if (mismatch != NULL) {
        free(mismatch->json);
        wgc_part_free_texts(mismatch_texts, mismatch);
        free(mismatch);
    }
}

/* Adds an attempt; false without memory. */
static bool add_attempt(struct wgc_record_attempts *attempts, const cJSON *object)
{
    const char *name = cJSON_GetStringValue(wgc_part_member(object, "state"));
    const cJSON *seconds = wgc_part_member(object, "seconds");
    const uint64_t count = wgc_part_number(wgc_part_member(object, "count"));
    const int state = name == NULL ? -1 : wgc_state_by_name(name);

    if (state < 0 || count == 0) {
        return true;
    }
    struct wgc_record_attempt *attempt = &attempts->item[attempts->count++];
    attempt->state = (enum wgc_state)state;
    attempt->count = count;
    attempt->seconds = cJSON_IsNumber(seconds) ? seconds->valuedouble : 0.0;
    return wgc_part_read_texts(object, attempt_texts, attempt);
}

struct wgc_record_attempts *wgc_record_attempts_read(const cJSON *array)
{
    struct wgc_record_attempts *attempts =
        cJSON_IsArray(array) ? calloc(1, sizeof *attempts) : NULL;
    const cJSON *object;

    if (attempts == NULL) {
        return NULL;
    }
    attempts->json = wgc_part_json(array);
    attempts->item = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *attempts->item);
    bool whole = attempts->json != NULL && attempts->item != NULL;
    cJSON_ArrayForEach(object, array)
    {
        whole = whole && add_attempt(attempts, object);
    }
    if (!whole) {
        wgc_record_attempts_free(attempts);
        return NULL;
    }
    return attempts;
}

void wgc_record_attempts_free(struct wgc_record_attempts *attempts)
{
    if (attempts != NULL) {
        for (size_t i = 0; i < attempts->count; i++) {
            wgc_part_free_texts(attempt_texts, &attempts->item[i]);
        }
        free(attempts->item);
        free(attempts->json);
        free(attempts);
    }
}

/* The same from text. */
#define WGC_PARSE(part)                                                                            \
    struct wgc_record_##part *wgc_record_##part##_parse(const char *text)                          \
    {                                                                                              \
        cJSON *root = NULL;                                                                        \
        struct wgc_err ignored;                                                                    \
        const bool parsed = wgc_json_parse("", text, strlen(text), &root, &ignored) == WGC_OK;     \
        struct wgc_record_##part *made = parsed ? wgc_record_##part##_read(root) : NULL;           \
        cJSON_Delete(root);                                                                        \
        return made;                                                                               \
    }

WGC_PARSE(mismatch)
WGC_PARSE(attempts)
