#include "explore_run/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { FIRST_CAPACITY = 256 };

/* FNV-1a of 64 bits; never 0, which marks an empty place. */
static uint64_t hash_of(const char *text, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    }
    return hash == 0 ? 1 : hash;
}

/* Puts a hash into its place; true when it was not there before. */
static bool put(uint64_t *seen, size_t capacity, uint64_t hash)
{
    size_t at = (size_t)(hash % capacity);

    while (seen[at] != 0 && seen[at] != hash) {
        at = (at + 1) % capacity;
    }
    bool is_new = seen[at] == 0;
    seen[at] = hash;
    return is_new;
}

static bool grow(struct wgc_reducer *reducer)
{
    size_t capacity = reducer->seen_capacity == 0 ? FIRST_CAPACITY : reducer->seen_capacity * 2;
    uint64_t *seen = calloc(capacity, sizeof *seen);

    if (seen == NULL) {
        reducer->no_memory = true;
        return false;
    }
    for (size_t i = 0; i < reducer->seen_capacity; i++) {
        if (reducer->seen[i] != 0) {
            (void)put(seen, capacity, reducer->seen[i]);
        }
    }
    free(reducer->seen);
    reducer->seen = seen;
    reducer->seen_capacity = capacity;
    return true;
}

/* Whether the text is tried for the first time. */
static bool note(struct wgc_reducer *reducer, const char *text, size_t size)
{
    if (2 * reducer->seen_count >= reducer->seen_capacity && !grow(reducer)) {
        return false;
    }
    bool is_new = put(reducer->seen, reducer->seen_capacity, hash_of(text, size));
    reducer->seen_count += is_new;
    return is_new;
}

bool wgc_reducer_start(struct wgc_reducer *reducer, const struct wgc_variant_source *source,
                       const char *text, size_t size)
{
    *reducer = (struct wgc_reducer){.source = source};
    wgc_buf_add(&reducer->best, text, size);
    reducer->no_memory = reducer->best.failed;
    return !reducer->no_memory && note(reducer, text, size);
}

static void add_trial(struct wgc_reducer *reducer, struct wgc_buf *text)
{
    struct wgc_trial_program *grown =
        wgc_array_grow(reducer->trial, reducer->trials, sizeof *grown);

    if (grown == NULL) {
        reducer->no_memory = true;
        return;
    }
    reducer->trial = grown;
    reducer->trial[reducer->trials++] = (struct wgc_trial_program){*text, reducer->at};
    *text = (struct wgc_buf){0};
}

static void clear_trials(struct wgc_reducer *reducer)
{
    for (size_t i = 0; i < reducer->trials; i++) {
        wgc_buf_free(&reducer->trial[i].text);
    }
    reducer->trials = 0;
}

/* Adds the next variant of best, unless it was tried before; false when there is none. */
static bool step(struct wgc_reducer *reducer)
{
    struct wgc_buf text = {0};
    bool made = reducer->source->variant(reducer->source->context, reducer->best.data,
                                         reducer->best.size, &reducer->at, &text);

    if (text.failed) {
        reducer->no_memory = true;
    } else if (made && text.size > 0 && note(reducer, text.data, text.size)) {
        add_trial(reducer, &text);
    }
    wgc_buf_free(&text);
    return made;
}

bool wgc_reducer_next(struct wgc_reducer *reducer, size_t most)
{
    clear_trials(reducer);
    while (!reducer->no_memory && reducer->trials < most &&
           reducer->tried + reducer->trials < WGC_REDUCER_MOST) {
        if (step(reducer)) {
            continue;
        }
        if (reducer->trials > 0 || !reducer->kept_any) {
            break; /* the end of a pass: what is left runs first; a pass without success is the
                      last */
        }
        reducer->at = 0;
        reducer->kept_any = false;
    }
    reducer->tried += reducer->trials;
    return reducer->trials > 0 && !reducer->no_memory;
}

void wgc_reducer_report(struct wgc_reducer *reducer, const bool *fails)
{
    struct wgc_trial_program *smallest = NULL;

    for (size_t i = 0; i < reducer->trials; i++) {
        struct wgc_trial_program *trial = &reducer->trial[i];
        if (fails[i] && (smallest == NULL || trial->text.size < smallest->text.size)) {
            smallest = trial;
        }
    }
    if (smallest != NULL) {
        wgc_buf_free(&reducer->best);
        reducer->best = smallest->text;
        smallest->text = (struct wgc_buf){0};
        /* what follows the variant in the old text has about its place in the new one */
        reducer->at = smallest->place > 0 ? smallest->place - 1 : 0;
        reducer->kept_any = true;
        reducer->kept++;
    }
    clear_trials(reducer);
}

void wgc_reducer_free(struct wgc_reducer *reducer)
{
    clear_trials(reducer);
    free(reducer->trial);
    free(reducer->seen);
    wgc_buf_free(&reducer->best);
    *reducer = (struct wgc_reducer){0};
}
