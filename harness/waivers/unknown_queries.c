#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "plan/filter.h"
#include "waivers/waivers.h"

/* Queries of waivers that no name has matched so far. */
struct query {
    const struct wgc_waiver *waiver;
    const char *text; /* without ! */
    struct wgc_nearest nearest;
};

/* The id of a cause, or a finding about several cases. */
static bool is_no_case(const char *query)
{
    static const char *const starts[] = {"explore-", "query.shared_"};
    bool is = false;

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        is = is || strncmp(query, starts[i], strlen(starts[i])) == 0;
    }
    return is;
}

static size_t list_queries(const struct wgc_waivers *waivers, struct query *query)
{
    size_t count = 0;

    for (size_t i = 0; i < waivers->count; i++) {
        for (size_t k = 0; k < waivers->item[i].query_count; k++) {
            const char *text = waivers->item[i].query[k];
            text += text[0] == '!';
            if (!is_no_case(text)) {
                query[count++] = (struct query){.waiver = &waivers->item[i], .text = text};
            }
        }
    }
    return count;
}

/* Removes the queries that match the name; returns how many are left. */
static size_t remove_matched(struct query *query, size_t count, const char *name)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (!wgc_filter_match(query[i].text, name)) {
            if (kept != i) {
                query[kept] = query[i];
            }
            kept++;
        }
    }
    return kept;
}

static void put_unknown(struct query *query, void (*on_unknown)(void *context, const char *text),
                        void *context)
{
    struct wgc_err text;
    char names[WGC_NEAREST_COUNT * WGC_NEAREST_SIZE];

    query->nearest.word = query->text;
    wgc_nearest_text(&query->nearest, "", names, sizeof names);
    (void)wgc_err_set(&text, WGC_OK, "%s: waiver %s: query \"%s\" matches no case of the suite%s",
                      query->waiver->file, query->waiver->id, query->text, names);
    on_unknown(context, text.text);
}

/* Every case of the suite. */
static enum wgc_status list_cases(const struct wgc_manifest *manifest, struct wgc_plan **plan,
                                  struct wgc_err *err)
{
    struct wgc_selection all = {
        .profile = WGC_PROFILE_FULL, .impl = WGC_IMPL_BUILTIN, .shard = 1, .shards = 1};

    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        all.language[i] = true;
    }
    return wgc_plan_make(manifest, &all, plan, err);
}

enum wgc_status wgc_waivers_find_unknown(const struct wgc_waivers *waivers,
                                         const struct wgc_manifest *manifest,
                                         void (*on_unknown)(void *context, const char *text),
                                         void *context, struct wgc_err *err)
{
    struct wgc_plan *plan = NULL;
    struct query *query;
    char name[WGC_CASE_NAME_MAX];
    size_t queries = 0;

    for (size_t i = 0; i < waivers->count; i++) {
        queries += waivers->item[i].query_count;
    }
    if (queries == 0) {
        return WGC_OK;
    }
    query = calloc(queries, sizeof *query);
    enum wgc_status status =
        query == NULL ? wgc_err_memory(err, "the queries") : list_cases(manifest, &plan, err);
    queries = status == WGC_OK ? list_queries(waivers, query) : 0;
    for (size_t i = 0; queries > 0 && i < plan->count; i++) {
        wgc_case_name(manifest, &plan->item[i], name);
        queries = remove_matched(query, queries, name);
    }
    for (size_t i = 0; queries > 0 && i < plan->count; i++) {
        wgc_case_name(manifest, &plan->item[i], name);
        for (size_t k = 0; k < queries; k++) {
            query[k].nearest.word = query[k].text;
            wgc_nearest_add(&query[k].nearest, name);
        }
    }
    for (size_t i = 0; i < queries; i++) {
        put_unknown(&query[i], on_unknown, context);
    }
    wgc_plan_free(plan);
    free(query);
    return status;
}
