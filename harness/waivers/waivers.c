#include "waivers/waivers.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "plan/filter.h"
#include "waivers/date.h"

static void free_patterns(char **pattern, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(pattern[i]);
    }
    free(pattern);
}

static void free_waiver(struct wgc_waiver *waiver)
{
    free_patterns(waiver->query, waiver->query_count);
    free_patterns(waiver->shape, waiver->shape_count);
    free(waiver->id);
    free(waiver->file);
    free(waiver->name);
    free(waiver->platform);
    free(waiver->platform_version);
    free(waiver->vendor);
    free(waiver->device_version);
    free(waiver->system);
    for (size_t i = 0; i < waiver->driver_count; i++) {
        free(waiver->driver[i].min);
        free(waiver->driver[i].max);
    }
    free(waiver->driver);
    free(waiver->reason);
    free(waiver->link);
    free(waiver->owner);
    free(waiver->expires);
}

void wgc_waivers_free(struct wgc_waivers *waivers)
{
    for (size_t i = 0; i < waivers->count; i++) {
        free_waiver(&waivers->item[i]);
    }
    free(waivers->item);
    *waivers = (struct wgc_waivers){0};
}

/* As on the command line: a leading ! excludes; exclusions alone are from all cases. */
static bool covers(const struct wgc_waiver *waiver, const char *name)
{
    bool included = false;
    bool any = false;

    for (size_t i = 0; i < waiver->query_count; i++) {
        const char *query = waiver->query[i];
        if (query[0] == '!') {
            if (wgc_filter_match(query + 1, name)) {
                return false;
            }
        } else {
            any = true;
            included = included || wgc_filter_match(query, name);
        }
    }
    return included || !any;
}

/* Without a glob every text matches. */
static bool matches(const char *glob, const char *text)
{
    return glob == NULL || wgc_filter_match(glob, wgc_or_empty(text));
}

static bool is_of_driver(const struct wgc_waiver *waiver, const char *version)
{
    bool within = waiver->driver_count == 0;

    for (size_t i = 0; !within && i < waiver->driver_count; i++) {
        within = wgc_version_within(version, waiver->driver[i].min, waiver->driver[i].max);
    }
    return within;
}

static bool is_of(const struct wgc_waiver *waiver, const struct wgc_record_device *device,
                  enum wgc_impl impl)
{
    return matches(waiver->name, device->name) && matches(waiver->platform, device->platform) &&
           matches(waiver->platform_version, device->platform_version) &&
           matches(waiver->vendor, device->vendor) &&
           matches(waiver->device_version, device->device_version) &&
           matches(waiver->system, device->target.system) &&
           (waiver->impl < 0 || waiver->impl == (int)impl) &&
           is_of_driver(waiver, wgc_or_empty(device->driver_version));
}

static bool selects(const struct wgc_waiver *waiver, const struct wgc_waivers_target *target)
{
    char name[WGC_CASE_NAME_MAX];

    for (size_t i = 0; target->record != NULL && i < target->record->result_count; i++) {
        const struct wgc_result *result = &target->record->result[i];
        if (!result->unselected && covers(waiver, result->name)) {
            return true;
        }
    }
    for (size_t i = 0; target->plan != NULL && i < target->plan->count; i++) {
        wgc_case_name(target->manifest, &target->plan->item[i], name);
        if (covers(waiver, name)) {
            return true;
        }
    }
    return false;
}

void wgc_waivers_bind(struct wgc_waivers *waivers, const struct wgc_waivers_target *target)
{
    for (size_t i = 0; i < waivers->count; i++) {
        struct wgc_waiver *waiver = &waivers->item[i];
        waiver->of_device = is_of(waiver, target->device, target->impl);
        waiver->selected = waiver->of_device && selects(waiver, target);
        /* dates in this form have the order of their texts */
        waiver->expired = waiver->expires != NULL && strcmp(waiver->expires, target->today) < 0;
        waiver->days_left =
            waiver->expires == NULL ? 0 : wgc_date_days_after(waiver->expires, target->today);
    }
}

/* The reason of a result with the waiver, without its own. */
static void put_reason(const struct wgc_waiver *waiver, enum wgc_state state, struct wgc_buf *out)
{
    if (state == WGC_STATE_PASS) {
        wgc_buf_printf(out, "passes, but waiver %s expects it not to: %s", waiver->id,
                       waiver->reason);
    } else {
        wgc_buf_printf(out, "%s as expected: %s", wgc_state_name(state), waiver->reason);
    }
    if (waiver->link != NULL) {
        wgc_buf_printf(out, " (%s)", waiver->link);
    }
}

/* Takes the result's own reason; NULL without memory. */
static struct wgc_result_waived *make_waived(const struct wgc_waiver *waiver,
                                             struct wgc_result *result)
{
    struct wgc_result_waived *waived = calloc(1, sizeof *waived);

    if (waived == NULL) {
        return NULL;
    }
    waived->state = result->state;
    waived->why = strdup(waiver->reason);
    waived->link = waiver->link == NULL ? NULL : strdup(waiver->link);
    if (waived->why == NULL || (waiver->link != NULL && waived->link == NULL)) {
        wgc_result_waived_free(waived);
        return NULL;
    }
    if (result->reason != NULL && result->reason[0] != '\0') {
        waived->reason = result->reason;
    } else {
        free(result->reason);
    }
    result->reason = NULL;
    return waived;
}

static enum wgc_status apply_to(struct wgc_waiver *waiver, enum wgc_state state,
                                struct wgc_result *result, struct wgc_err *err)
{
    struct wgc_buf reason = {0};
    const char *before = wgc_or_empty(result->reason);

    put_reason(waiver, result->state, &reason);
    wgc_buf_printf(&reason, "%s%s", before[0] == '\0' ? "" : "; ", before);
    char *id = strdup(waiver->id);
    struct wgc_result_waived *waived =
        reason.failed || id == NULL ? NULL : make_waived(waiver, result);
    if (waived == NULL) {
        wgc_buf_free(&reason);
        free(id);
        return wgc_err_memory(err, "a result's reason");
    }
    free(result->waiver);
    wgc_result_waived_free(result->waived);
    result->waived = waived;
    result->reason = reason.data;
    result->waiver = id;
    result->state = state;
    waiver->met++;
    return WGC_OK;
}

static bool expects(const struct wgc_waiver *waiver, enum wgc_state state)
{
    return (waiver->states & 1U << state) != 0 || (waiver->flaky && state == WGC_STATE_FLAKY);
}

/* A program that was not reduced has no shape that a waiver could name. */
static bool has_shape_of(const struct wgc_waiver *waiver, const struct wgc_result *result)
{
    bool found = waiver->shape_count == 0;

    for (size_t i = 0; result->shape != NULL && i < waiver->shape_count; i++) {
        found = found || wgc_filter_match(waiver->shape[i], result->shape);
    }
    return found;
}

/* Whether the waiver is one for the result. A finding about several cases is none of the selected
 * ones: a waiver that names it applies all the same. */
static bool is_for(const struct wgc_waiver *waiver, const struct wgc_result *result)
{
    return (waiver->selected || (result->unselected && waiver->of_device)) && !waiver->expired &&
           covers(waiver, result->name) && has_shape_of(waiver, result);
}

enum wgc_status wgc_waivers_apply(struct wgc_waivers *waivers, struct wgc_result *result,
                                  struct wgc_err *err)
{
    bool passes = result->state == WGC_STATE_PASS;
    struct wgc_waiver *first = NULL;

    if (!passes && !wgc_state_is_bad(result->state)) {
        return WGC_OK;
    }
    for (size_t i = 0; i < waivers->count; i++) {
        struct wgc_waiver *waiver = &waivers->item[i];
        if (!is_for(waiver, result)) {
            continue;
        }
        if (!passes && expects(waiver, result->state)) {
            return apply_to(waiver, WGC_STATE_WAIVED, result, err);
        }
        if (passes && waiver->flaky) {
            waiver->met++;
            return WGC_OK;
        }
        first = first == NULL ? waiver : first;
    }
    return passes && first != NULL ? apply_to(first, WGC_STATE_UNEXPECTED_PASS, result, err)
                                   : WGC_OK;
}

unsigned wgc_waivers_expected(const struct wgc_waivers *waivers, const char *name)
{
    const unsigned timeout = 1U << WGC_STATE_TIMEOUT;
    const unsigned ends = 1U << WGC_STATE_CRASH | timeout;
    const unsigned values = 1U << WGC_STATE_FAIL | 1U << WGC_STATE_BUILD_ERROR;
    unsigned found = 0;

    for (size_t i = 0; i < waivers->count; i++) {
        const struct wgc_waiver *waiver = &waivers->item[i];
        const bool is_certain = (waiver->states & ~ends) == 0 || (waiver->states & timeout) != 0;
        const unsigned of_values = waiver->flaky ? 0 : values;
        if (waiver->selected && !waiver->expired && covers(waiver, name)) {
            found |= waiver->states & ((is_certain ? ends : 0) | of_values);
        }
    }
    return found;
}

void wgc_waivers_count(struct wgc_waivers *waivers, const struct wgc_record *record)
{
    for (size_t r = 0; r < record->result_count; r++) {
        const char *id = record->result[r].waiver;
        for (size_t i = 0; id != NULL && i < waivers->count; i++) {
            waivers->item[i].met += strcmp(waivers->item[i].id, id) == 0;
        }
    }
}

enum wgc_status wgc_waivers_note_files(const struct wgc_waivers *waivers, struct wgc_record *record,
                                       struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_buf_text(&text, "waivers were applied after the run: ");
    for (size_t i = 0; i < waivers->count; i++) {
        if (i == 0 || strcmp(waivers->item[i].file, waivers->item[i - 1].file) != 0) {
            wgc_buf_printf(&text, "%s%s", i == 0 ? "" : ", ", waivers->item[i].file);
        }
    }
    enum wgc_status status =
        text.failed ? wgc_err_memory(err, "a warning") : wgc_record_warn(record, text.data, err);
    if (status == WGC_OK) {
        status = wgc_record_note_waiver(record, text.data, err);
    }
    wgc_buf_free(&text);
    return status;
}

bool wgc_waiver_describe_expired(const struct wgc_waiver *waiver, struct wgc_err *text)
{
    if (!waiver->selected || !waiver->expired) {
        return false;
    }
    (void)wgc_err_set(text, WGC_OK, "%s: waiver %s expired after %s and does not apply%s%s",
                      waiver->file, waiver->id, waiver->expires,
                      waiver->owner == NULL ? "" : "; its owner is ", wgc_or_empty(waiver->owner));
    return true;
}

bool wgc_waiver_describe_expiring(const struct wgc_waiver *waiver, struct wgc_err *text)
{
    if (!waiver->selected || waiver->expired || waiver->expires == NULL ||
        waiver->days_left > WGC_WAIVER_NOTICE) {
        return false;
    }
    (void)wgc_err_set(text, WGC_OK, "%s: waiver %s expires after %s: in %ld day%s%s%s",
                      waiver->file, waiver->id, waiver->expires, waiver->days_left,
                      waiver->days_left == 1 ? "" : "s",
                      waiver->owner == NULL ? "" : "; its owner is ", wgc_or_empty(waiver->owner));
    return true;
}

bool wgc_waiver_describe_unused(const struct wgc_waiver *waiver, struct wgc_err *text)
{
    if (!waiver->selected || waiver->expired || waiver->met > 0 || waiver->flaky) {
        return false;
    }
    (void)wgc_err_set(text, WGC_OK,
                      "%s: waiver %s was not used: no selected case failed as it describes",
                      waiver->file, waiver->id);
    return true;
}
