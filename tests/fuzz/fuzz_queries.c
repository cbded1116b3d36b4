/* A case's name, then queries, with NULs between: matching, compared with a second algorithm,
 * and the plan. */
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "plan/filter.h"
#include "tests/fuzz/fuzz.h"

enum { QUERIES = 16, TABLE = 512 };

/* The textbook's way: may[k] is whether the glob so far matches the first k characters. */
static bool matches(const char *glob, const char *text)
{
    static bool may[TABLE + 1];
    size_t length = strlen(text);

    may[0] = true;
    memset(may + 1, 0, length);
    for (; *glob != '\0'; glob++) {
        if (*glob == '*') {
            for (size_t k = 1; k <= length; k++) {
                may[k] = may[k] || may[k - 1];
            }
            continue;
        }
        for (size_t k = length; k > 0; k--) {
            may[k] = may[k - 1] && (*glob == '?' || *glob == text[k - 1]);
        }
        may[0] = false;
    }
    return may[length];
}

/* Whether it is about a shard of a selection that has fewer functions and types than shards. */
static bool is_empty_shard(const struct wgc_err *err)
{
    return strncmp(err->text, "nothing is selected: shard ", 27) == 0;
}

static void plan(char **query, size_t count)
{
    struct wgc_selection selection = {
        .profile = WGC_PROFILE_FULL,
        .filter = (const char *const *)query,
        .filter_count = count,
        .shards = 3,
    };
    struct wgc_err err = {0};
    size_t total = 0;

    selection.language[WGC_LANGUAGE_C] = true;
    for (unsigned shard = 1; shard <= selection.shards; shard++) {
        struct wgc_plan *part = NULL;
        selection.shard = shard;
        if (wgc_plan_make(fuzz_suite(), &selection, &part, &err) != WGC_OK) {
            fuzz_require(err.status == WGC_ERR_INPUT && (shard == 1 || is_empty_shard(&err)),
                         "a selection is wrong in its first shard or in none, which may be empty");
            if (shard == 1) {
                return;
            }
            continue;
        }
        total += part->count;
        wgc_plan_free(part);
    }
    struct wgc_plan *whole = NULL;
    selection.shard = selection.shards = 1;
    fuzz_require(wgc_plan_make(fuzz_suite(), &selection, &whole, &err) == WGC_OK &&
                     whole->count == total,
                 "the shards have together what the whole has");
    wgc_plan_free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *piece[QUERIES] = {NULL};
    size_t count = fuzz_pieces(data, size, piece, QUERIES);

    for (size_t i = 1; i < count && strlen(piece[0]) <= TABLE; i++) {
        fuzz_require(wgc_filter_match(piece[i], piece[0]) == matches(piece[i], piece[0]),
                     "two ways of matching agree");
    }
    if (count > 1) {
        plan(piece + 1, count - 1);
    }
    for (size_t i = 0; i < count; i++) {
        free(piece[i]);
    }
    return 0;
}
