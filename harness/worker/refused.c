#include "worker/refused.h"

#include <stdio.h>
#include <string.h>

/* refused->count: the function is not there. */
static size_t place_of(const struct wgc_refused *refused, const char *function)
{
    size_t place = 0;

    while (place < refused->count && strcmp(refused->function[place].function, function) != 0) {
        place++;
    }
    return place;
}

/* NULL: there is no room for the function. */
static struct wgc_refused_function *find_or_add(struct wgc_refused *refused, const char *function)
{
    const size_t place = place_of(refused, function);

    if (place == WGC_REFUSED_MAX) {
        return NULL;
    }
    if (place == refused->count) {
        refused->function[refused->count++] = (struct wgc_refused_function){.function = function};
    }
    return &refused->function[place];
}

void wgc_refused_note_refusal(struct wgc_refused *refused, const char *function)
{
    struct wgc_refused_function *found = find_or_add(refused, function);

    if (found != NULL) {
        found->score++;
    }
}

void wgc_refused_note_build(struct wgc_refused *refused, const char *function)
{
    const size_t place = place_of(refused, function);

    if (place < refused->count && refused->function[place].score > 0) {
        refused->function[place].score--;
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
    struct wgc_refused_function *found = find_or_add(refused, function);
    if (found != NULL && found->score == 0) {
        found->score = 1;
    }
    return found != NULL;
}

bool wgc_refused_is_likely(const struct wgc_refused *refused, const char *function)
{
    const size_t place = place_of(refused, function);

    return place < refused->count && refused->function[place].score > 0;
}
