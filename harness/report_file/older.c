/* The facts that older versions wrote into sentences alone. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns/patterns.h"
#include "record/case_name.h"
#include "report_file/parts.h"
#include "suite/tables.h"

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* " (LINK)" at the end of the waiver's part: a word that has a slash or a dot. */
static const char *find_link(const char *text, size_t *length)
{
    for (const char *at = strstr(text, " ("); at != NULL; at = strstr(at + 1, " (")) {
        const size_t size = strcspn(at + 2, " )");
        const char *after = at + 2 + size;
        const bool ends = after[0] == ')' && (after[1] == '\0' || begins(after + 1, "; "));
        if (ends && size > 0 && strcspn(at + 2, "/.") < size) {
            *length = size;
            return at + 2;
        }
    }
    return NULL;
}

/* The state and the place of the waiver's reason in "STATE as expected: ..."; NULL: neither. */
static const char *find_failure(const char *reason, enum wgc_state *state)
{
    static const char middle[] = " as expected: ";

    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        const char *name = wgc_state_name((enum wgc_state)i);
        if (wgc_state_is_bad((enum wgc_state)i) && begins(reason, name) &&
            begins(reason + strlen(name), middle)) {
            *state = (enum wgc_state)i;
            return reason + strlen(name) + sizeof middle - 1;
        }
    }
    return NULL;
}

/* The same in "passes, but waiver ID expects it not to: ...". */
static const char *find_pass(const char *reason, enum wgc_state *state)
{
    static const char middle[] = " expects it not to: ";
    const char *found = begins(reason, "passes, but waiver ") ? strstr(reason, middle) : NULL;

    *state = WGC_STATE_PASS;
    return found == NULL ? "" : found + sizeof middle - 1;
}

/* The waiver's reason ends at its link or at the first "; ", which may be too early. */
static struct wgc_result_waived *split(enum wgc_state state, const char *why)
{
    struct wgc_result_waived *waived = calloc(1, sizeof *waived);
    size_t link_length = 0;
    const char *link = find_link(why, &link_length);
    const char *end = link == NULL ? strstr(why, "; ") : link + link_length + 1;
    size_t length = strlen(why);

    if (waived == NULL) {
        return NULL;
    }
    if (link != NULL) {
        length = (size_t)(link - why) - 2;
    } else if (end != NULL) {
        length = (size_t)(end - why);
    }
    const bool has_reason = end != NULL && begins(end, "; ") && end[2] != '\0';
    waived->state = state;
    waived->why = strndup(why, length);
    waived->link = link == NULL ? NULL : strndup(link, link_length);
    waived->reason = has_reason ? strdup(end + 2) : NULL;
    if (waived->why == NULL || (link != NULL && waived->link == NULL) ||
        (has_reason && waived->reason == NULL)) {
        wgc_result_waived_free(waived);
        return NULL;
    }
    return waived;
}

/* false without memory. A sentence that does not name the state leaves the result without. */
static bool find_waived(struct wgc_result *result)
{
    const char *reason = wgc_or_empty(result->reason);
    const bool passes = result->state == WGC_STATE_UNEXPECTED_PASS;
    enum wgc_state state;

    if (result->waived != NULL || (result->state != WGC_STATE_WAIVED && !passes)) {
        return true;
    }
    const char *why = passes ? find_pass(reason, &state) : find_failure(reason, &state);
    result->waived = why == NULL ? NULL : split(state, why);
    return why == NULL || result->waived != NULL;
}

/* "; as SPIR-V 1.2" at the end of a reason, which loses it. */
static unsigned cut_version(char *reason)
{
    static const char start[] = "; as SPIR-V ";
    char *end = NULL;
    unsigned major, minor;

    for (char *at = reason; at != NULL && (at = strstr(at, start)) != NULL; at++) {
        end = at;
    }
    if (end == NULL || sscanf(end + sizeof start - 1, "%2u.%1u", &major, &minor) != 2) {
        return 0;
    }
    *end = '\0';
    return major * 100 + minor * 10;
}

static void find_version(struct wgc_result *result)
{
    if (result->spirv_version == 0 && begins(result->name, "spirv.")) {
        result->spirv_version = cut_version(result->reason);
        if (result->waived != NULL) {
            (void)cut_version(result->waived->reason);
        }
    }
}

/* "the device lacks TEXT; TEXT" */
static void find_lacks(const char *text, struct wgc_about *about)
{
    for (unsigned i = 0; i <= WGC_LACKS_COMPILER; i++) {
        const char *lack =
            i < WGC_FEATURE_COUNT || i == WGC_LACKS_COMPILER ? wgc_lack_text(i) : NULL;
        const char *after = lack != NULL && begins(text, lack) ? text + strlen(lack) : NULL;
        if (after != NULL && (*after == '\0' || begins(after, "; "))) {
            wgc_about_add_lack(about, i);
            if (*after != '\0') {
                find_lacks(after + 2, about);
            }
            return;
        }
    }
}

static void find_size(const char *text, struct wgc_about *about)
{
    static const char *const names[WGC_LIMIT_COUNT] = {
        [WGC_LIMIT_SIDE] = " and CL_DEVICE_MAX_WORK_ITEM_SIZES[",
        [WGC_LIMIT_DEVICE] = " and CL_DEVICE_MAX_WORK_GROUP_SIZE ",
        [WGC_LIMIT_KERNEL] = " and CL_KERNEL_WORK_GROUP_SIZE ",
        [WGC_LIMIT_LOCAL_MEM] = " and the largest that CL_DEVICE_LOCAL_MEM_SIZE ",
    };

    for (int i = 0; i < WGC_LIMIT_COUNT; i++) {
        if (strstr(text, names[i]) != NULL) {
            *about =
                (struct wgc_about){.kind = WGC_ABOUT_LOCAL_SIZE, .limit = (enum wgc_size_limit)i};
        }
    }
}

static void find_about(struct wgc_result *result)
{
    static const char lacks[] = "the device lacks ";
    const char *reason = wgc_result_own_reason(result);
    const enum wgc_state state = wgc_result_failure(result);
    const char *error = strstr(reason, ": CL_");

    if (result->about.kind != WGC_ABOUT_OTHER) {
        return;
    }
    if (state == WGC_STATE_SKIP && begins(reason, lacks)) {
        find_lacks(reason + sizeof lacks - 1, &result->about);
    } else if (state == WGC_STATE_SKIP && begins(reason, "a local size of ")) {
        find_size(reason, &result->about);
    } else if (state == WGC_STATE_FAIL && begins(reason, "the kernel requires sub-groups of ")) {
        result->about.kind = WGC_ABOUT_REQUIRED_SIZE;
    } else if (state == WGC_STATE_FAIL && begins(reason, "cl") &&
               isupper((unsigned char)reason[2]) && error != NULL) {
        result->about.kind = WGC_ABOUT_CALL;
    }
}

static void find_shape_kind(struct wgc_result *result)
{
    static const char changing[] = ", crashes at changing places";
    const char *shape = wgc_or_empty(result->shape);

    if (result->shape_kind == WGC_SHAPE_REDUCED && begins(shape, "not reduced, crashed in ")) {
        result->shape_kind = WGC_SHAPE_PLACE;
    } else if (result->shape_kind == WGC_SHAPE_REDUCED && strstr(shape, changing) != NULL) {
        result->shape_kind = WGC_SHAPE_CHANGING;
    }
}

/* The number of a text such as "1.5 (0x1.8p+0)". */
static bool get_number(const char *text, double *number)
{
    char *end = NULL;

    *number = text == NULL ? 0.0 : strtod(text, &end);
    return text != NULL && end != text;
}

void wgc_older_mismatch(const char *name, struct wgc_record_mismatch *mismatch)
{
    const struct wgc_case_name parts = wgc_case_name_split(name);
    const char *what = wgc_or_empty(mismatch->what);
    const char *expected = wgc_or_empty(mismatch->expected);
    char type_name[16];
    double right, got;

    mismatch->truth = strcmp(expected, "any non-zero value") == 0;
    mismatch->is_truth = mismatch->truth || strcmp(expected, "0") == 0;
    if (strcmp(what, "not written") == 0) {
        mismatch->kind = WGC_WRONG_NOT_WRITTEN;
    } else if (begins(what, "wrong value")) {
        mismatch->kind = WGC_WRONG_VALUE;
        (void)snprintf(type_name, sizeof type_name, "%.*s", (int)parts.type_length, parts.rest);
        const int type = wgc_type_by_name(type_name);
        if (type >= 0 && wgc_type_info((enum wgc_type)type)->value_class == WGC_FLOAT &&
            get_number(expected, &right) && get_number(mismatch->actual, &got)) {
            mismatch->kind = wgc_wrong_number((enum wgc_type)type, right, got);
        }
    }
}

void wgc_older_overwritten(struct wgc_record_mismatch *mismatch)
{
    static const char end[] = " overwritten"; /* of a guard */
    const char *what = wgc_or_empty(mismatch->what);
    const size_t length = strlen(what);

    mismatch->is_overwritten =
        mismatch->kind == WGC_WRONG_OTHER &&
        (begins(what, "written ") ||
         (length >= sizeof end && strcmp(what + length - sizeof end + 1, end) == 0));
}

void wgc_older_pattern(struct wgc_record_mismatch *mismatch)
{
    const char *text = wgc_or_empty(mismatch->pattern); /* "nan_ignored 0, sub-group 0" */
    char name[32];

    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " "), text);
    mismatch->nan_operands = wgc_pattern_has_nan(name);
}

size_t wgc_older_sub_group_size(const struct wgc_record_mismatch *mismatch)
{
    static const char marker[] = "sub-groups of ";
    const char *size = mismatch->input == NULL ? NULL : strstr(mismatch->input, marker);

    return size == NULL ? 0 : (size_t)strtoul(size + sizeof marker - 1, NULL, 10);
}

static bool is_about_waiver(const char *text)
{
    const char *waiver = strstr(text, ": waiver ");

    return begins(text, "waivers were applied after the run: ") ||
           (waiver != NULL && (strstr(waiver, " was not used: no selected case failed") != NULL ||
                               strstr(waiver, " and does not apply") != NULL ||
                               strstr(waiver, " expires after ") != NULL));
}

enum wgc_status wgc_older_warnings(struct wgc_record *record, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < record->warning_count; i++) {
        if (is_about_waiver(record->warning[i])) {
            status = wgc_record_note_waiver(record, record->warning[i], err);
        }
    }
    return status;
}

enum wgc_status wgc_older_facts(struct wgc_result *result, struct wgc_err *err)
{
    if (!find_waived(result)) {
        return wgc_err_memory(err, "the report");
    }
    find_version(result);
    find_about(result);
    find_shape_kind(result);
    return WGC_OK;
}
