#include "suite/build_way.h"

#include <stddef.h>
#include <string.h>

static const struct wgc_build_way ways[] = {
#define WGC_WAY(variant, method, standard, since, options)                                         \
    {#variant, WGC_BUILD_##method, standard, since, options},
#include "suite/ways.def"
#undef WGC_WAY
};

static const struct wgc_build_way usual = {"", WGC_BUILD_BUILD, 0, 0, ""};

const struct wgc_build_way *wgc_build_way(const char *variant)
{
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(ways[i].variant, variant) == 0) {
            return &ways[i];
        }
    }
    return &usual;
}

int wgc_build_way_compare(const struct wgc_build_way *a, const struct wgc_build_way *b)
{
    if (a->method != b->method) {
        return a->method < b->method ? -1 : 1;
    }
    if (a->standard != b->standard) {
        return a->standard < b->standard ? -1 : 1;
    }
    if (a->since != b->since) {
        return a->since < b->since ? -1 : 1;
    }
    return strcmp(a->options, b->options);
}

const char *wgc_build_way_options(const struct wgc_build_way *way, unsigned standard)
{
    return standard >= way->since ? way->options : "";
}

const char *wgc_build_option_list(const char *option)
{
    static const struct {
        const char *option, *list;
    } lists[] = {
        {"-cl-opt-disable", "optimization options"},
        {"-cl-fast-relaxed-math", "optimization options"},
        {"-cl-uniform-work-group-size", "optimization options"},
        {"-g", "options for debugging"},
    };
    const char *found = "";

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        found = strcmp(lists[i].option, option) == 0 ? lists[i].list : found;
    }
    return found;
}
