#include "explore_run/relabel.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "causes/causes.h"
#include "explore_run/parts.h"
#include "record/case_name.h"
#include "record/state.h"

static bool set_item(cJSON *object, const char *name, cJSON *item)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    return item != NULL && cJSON_AddItemToObject(object, name, item);
}

static cJSON *seeds_of(const struct wgc_report_cause *cause)
{
    cJSON *seeds = cJSON_CreateArray();

    for (size_t i = 0; seeds != NULL && i < cause->count && i < WGC_EXPLORE_SEEDS; i++) {
        cJSON *seed = cJSON_CreateString(wgc_case_name_seed(cause->result[i]->name));
        if (seed == NULL) {
            cJSON_Delete(seeds);
            return NULL;
        }
        (void)cJSON_AddItemToArray(seeds, seed);
    }
    return seeds;
}

/* Sets what the results decide. */
static bool relabel(cJSON *object, const struct wgc_report_cause *cause)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, "waiver");
    return set_item(object, "id", cJSON_CreateString(cause->id)) &&
           set_item(object, "title", cJSON_CreateString(cause->title)) &&
           set_item(object, "state", cJSON_CreateString(wgc_state_name(cause->state))) &&
           set_item(object, "programs", cJSON_CreateNumber((double)cause->count)) &&
           set_item(object, "seeds", seeds_of(cause)) &&
           (cause->waiver == NULL || set_item(object, "waiver", cJSON_CreateString(cause->waiver)));
}

/* A program that the saved cause has: its name, or its seed; "" for a cause without both. */
static const char *program_of(const cJSON *object)
{
    const cJSON *of =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(object, "reduced"), "of");
    const cJSON *seed = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "seeds"), 0);

    return cJSON_IsString(of) ? of->valuestring : cJSON_IsString(seed) ? seed->valuestring : "";
}

static bool is_program(const struct wgc_result *result, const char *program)
{
    const char *seed = wgc_case_name_seed(result->name);

    return seed != NULL && (strcmp(result->name, program) == 0 || strcmp(seed, program) == 0);
}

/* The cause that the saved one's programs have now, whose id may be another in this version; NULL:
 * none. */
static const struct wgc_report_cause *cause_of(const struct wgc_causes *causes, const char *program)
{
    for (size_t i = 0; i < causes->count; i++) {
        for (size_t k = 0; k < causes->cause[i].count; k++) {
            if (is_program(causes->cause[i].result[k], program)) {
                return &causes->cause[i];
            }
        }
    }
    return NULL;
}

static double number_in(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static double lines_of(const cJSON *object)
{
    const cJSON *reduced = cJSON_GetObjectItemCaseSensitive(object, "reduced");

    return reduced == NULL ? HUGE_VAL : number_in(reduced, "lines");
}

/* Two saved causes that are one now: the smaller reduced program stays. */
static bool join(cJSON **kept, cJSON *object)
{
    const double reduced =
        number_in(*kept, "reduced_programs") + number_in(object, "reduced_programs");

    if (lines_of(object) < lines_of(*kept)) {
        cJSON *other = *kept;
        *kept = object;
        object = other;
    }
    cJSON_Delete(object);
    return set_item(*kept, "reduced_programs", cJSON_CreateNumber(reduced));
}

/* Gives the saved causes to those that the results have now: now[i] is of causes->cause[i]. */
static enum wgc_status match(cJSON *saved, const struct wgc_causes *causes, cJSON **now,
                             struct wgc_err *err)
{
    while (saved->child != NULL) {
        cJSON *object = cJSON_DetachItemViaPointer(saved, saved->child);
        const char *program = program_of(object);
        const struct wgc_report_cause *cause = cause_of(causes, program);
        if (cause == NULL) {
            const enum wgc_status status = wgc_err_set(
                err, WGC_ERR_INPUT, "explore: %.160s is of a cause and has not failed", program);
            cJSON_Delete(object);
            return status;
        }
        cJSON **place = &now[cause - causes->cause];
        if (*place == NULL) {
            *place = object;
        } else if (!join(place, object)) {
            return wgc_err_memory(err, "the report");
        }
    }
    return WGC_OK;
}

static bool put_all(cJSON **now, const struct wgc_causes *causes, cJSON *to)
{
    for (size_t i = 0; i < causes->count; i++) {
        if (!wgc_case_name_is_explored(causes->cause[i].example->name)) {
            continue;
        }
        cJSON *object = now[i];
        now[i] = NULL;
        if (object ==
            NULL) { /* a part of a saved cause: its reduced program is with the other part */
            object = cJSON_CreateObject();
            (void)cJSON_AddNumberToObject(object, "reduced_programs", 0);
        }
        (void)cJSON_AddItemToArray(to, object); /* fails only without an object */
        if (object == NULL || !relabel(object, &causes->cause[i])) {
            return false;
        }
    }
    return true;
}

static enum wgc_status move_all(cJSON *from, const struct wgc_causes *causes, cJSON *to,
                                struct wgc_err *err)
{
    cJSON **now = calloc(causes->count + 1, sizeof *now);
    enum wgc_status status =
        now == NULL ? wgc_err_memory(err, "the report") : match(from, causes, now, err);

    if (status == WGC_OK && !put_all(now, causes, to)) {
        status = wgc_err_memory(err, "the report");
    }
    for (size_t i = 0; now != NULL && i < causes->count; i++) {
        cJSON_Delete(now[i]);
    }
    free(now);
    return status;
}

static enum wgc_status relabel_all(cJSON *explore, const struct wgc_causes *causes,
                                   struct wgc_err *err)
{
    cJSON *from = cJSON_DetachItemFromObjectCaseSensitive(explore, "causes");

    if (!cJSON_IsArray(from)) {
        cJSON_Delete(from);
        return wgc_err_set(err, WGC_ERR_INPUT, "explore: \"causes\" must be an array");
    }
    cJSON *to = cJSON_AddArrayToObject(explore, "causes");
    enum wgc_status status =
        to == NULL ? wgc_err_memory(err, "the report") : move_all(from, causes, to, err);
    cJSON_Delete(from);
    return status;
}

enum wgc_status wgc_explore_relabel(struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_causes causes;
    enum wgc_status status = wgc_causes_make(record, &causes, err);

    if (status != WGC_OK) {
        return status;
    }
    cJSON *explore = cJSON_Parse(record->explore);
    status =
        explore == NULL ? wgc_err_memory(err, "the report") : relabel_all(explore, &causes, err);
    char *text = status == WGC_OK ? cJSON_PrintUnformatted(explore) : NULL;
    cJSON_Delete(explore);
    wgc_causes_free(&causes);
    if (status == WGC_OK && text == NULL) {
        return wgc_err_memory(err, "the report");
    }
    if (status == WGC_OK) {
        free(record->explore);
        record->explore = text;
    }
    return status;
}
