#include "waivers/waived.h"

#include <string.h>

static const char middle[] = " as expected: ";
static const char pass_start[] = "passes, but waiver ";
static const char pass_middle[] = " expects it not to: ";

/* " (LINK)" at the end of the waiver's part: a word that has a slash or a dot. */
static const char *find_link(const char *text, size_t *length)
{
    for (const char *at = strstr(text, " ("); at != NULL; at = strstr(at + 1, " (")) {
        size_t size = strcspn(at + 2, " )");
        const char *after = at + 2 + size;
        bool ends = after[0] == ')' && (after[1] == '\0' || strncmp(after + 1, "; ", 2) == 0);
        if (ends && size > 0 && strcspn(at + 2, "/.") < size) {
            *length = size;
            return at + 2;
        }
    }
    return NULL;
}

/* "STATE as expected: ..." */
static void split_failure(const char *reason, struct wgc_waived *waived)
{
    const char *found = strstr(reason, middle);

    for (int i = 0; found != NULL && i < WGC_STATE_COUNT; i++) {
        const char *name = wgc_state_name((enum wgc_state)i);
        if (strlen(name) == (size_t)(found - reason) && memcmp(name, reason, strlen(name)) == 0) {
            waived->known = wgc_state_is_bad((enum wgc_state)i);
            waived->failure = (enum wgc_state)i;
            waived->why = found + sizeof middle - 1;
        }
    }
}

/* "passes, but waiver ID expects it not to: ..." */
static void split_pass(const char *reason, struct wgc_waived *waived)
{
    const char *found = strstr(reason, pass_middle);

    waived->known = true; /* only a pass becomes an unexpected pass */
    waived->failure = WGC_STATE_PASS;
    if (found != NULL && strncmp(reason, pass_start, sizeof pass_start - 1) == 0) {
        waived->why = found + sizeof pass_middle - 1;
    }
}

static void take_typed(const struct wgc_result_waived *typed, struct wgc_waived *waived)
{
    *waived = (struct wgc_waived){
        .known = true,
        .failure = typed->state,
        .why = typed->why,
        .why_length = strlen(typed->why),
        .link = typed->link,
        .link_length = typed->link == NULL ? 0 : strlen(typed->link),
        .rest = typed->reason == NULL ? "" : typed->reason,
    };
}

/* The sentence of a report that an older version wrote. */
static void split(const struct wgc_result *result, struct wgc_waived *waived)
{
    const char *reason = result->reason == NULL ? "" : result->reason;

    *waived = (struct wgc_waived){.failure = WGC_STATE_FAIL, .why = reason, .rest = ""};
    if (result->state == WGC_STATE_UNEXPECTED_PASS) {
        split_pass(reason, waived);
    } else {
        split_failure(reason, waived);
    }
    waived->link = find_link(waived->why, &waived->link_length);
    const char *end = strstr(waived->why, "; ");
    if (waived->link != NULL) {
        waived->why_length = (size_t)(waived->link - waived->why) - 2;
        end = waived->link + waived->link_length + 1;
    } else {
        waived->why_length = end == NULL ? strlen(waived->why) : (size_t)(end - waived->why);
    }
    if (end != NULL && strncmp(end, "; ", 2) == 0) {
        waived->rest = end + 2;
    }
}

void wgc_waived_split(const struct wgc_result *result, struct wgc_waived *waived)
{
    if (result->waived != NULL) {
        take_typed(result->waived, waived);
    } else {
        split(result, waived);
    }
}
