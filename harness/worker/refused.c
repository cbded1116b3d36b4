#include "worker/refused.h"

#include <stdio.h>
#include <string.h>

/* NULL: the function is not there, and with `add` there is no room for it. */
static struct wgc_refused_function *find(struct wgc_refused *refused, const char *function,
                                         bool add)
{
    for (size_t i = 0; i < refused->count; i++) {
        if (strcmp(refused->function[i].function, function) == 0) {
            return &refused->function[i];
        }
    }
    if (!add || refused->count == WGC_REFUSED_MAX) {
        return NULL;
    }
    refused->function[refused->count] = (struct wgc_refused_function){.function = function};
    return &refused->function[refused->count++];
}

void wgc_refused_note_refusal(struct wgc_refused *refused, const char *function)
{
    struct wgc_refused_function *found = find(refused, function, true);

    if (found != NULL) {
        found->score++;
    }
}

void wgc_refused_note_build(struct wgc_refused *refused, const char *function)
{
    struct wgc_refused_function *found = find(refused, function, false);

    if (found != NULL && found->score > 0) {
        found->score--;
    }
}

bool wgc_refused_note_log(struct wgc_refused *refused, const char *log, const char *function)
{
    char quoted[128], mangled[128];

    (void)snprintf(quoted, sizeof quoted, "'%s'", function);
    (void)snprintf(mangled, sizeof mangled, "_Z%zu%s", strlen(function), function);
    if (log == NULL || (strstr(log, quoted) == NULL && strstr(log, mangled) == NULL)) {
        return false;
    }
    struct wgc_refused_function *found = find(refused, function, true);
    if (found != NULL && found->score == 0) {
        found->score = 1;
    }
    return found != NULL;
}

bool wgc_refused_is_likely(const struct wgc_refused *refused, const char *function)
{
    for (size_t i = 0; i < refused->count; i++) {
        if (strcmp(refused->function[i].function, function) == 0) {
            return refused->function[i].score > 0;
        }
    }
    return false;
}
