#include "explore_run/parts.h"

#include <stdio.h>
#include <string.h>

#include "base/json_put.h"
#include "explore/node.h"
#include "plan/filter.h"

_Static_assert((int)WGC_COLLECTIVE_COUNT < 64, "a function is a bit of a mask");

static const uint64_t all = (UINT64_C(1) << WGC_COLLECTIVE_COUNT) - 1;

/* The name in OpenCL C up to the operator. */
static void name_of(unsigned collective, char *out, size_t size)
{
    const char *name = wgc_collective_info(collective)->name;
    const char *end = strstr(name, "_%s");

    (void)snprintf(out, size, "%.*s", (int)(end == NULL ? strlen(name) : (size_t)(end - name)),
                   name);
}

static uint64_t matching(const char *glob)
{
    uint64_t found = 0;

    for (unsigned i = 0; i < WGC_COLLECTIVE_COUNT; i++) {
        char name[64];
        name_of(i, name, sizeof name);
        found |= (uint64_t)wgc_filter_match(glob, name) << i;
    }
    return found;
}

/* Constructs that programs can do without; their weights are not 0 otherwise. */
static const enum wgc_weight constructs[] = {
    WGC_WEIGHT_if,
    WGC_WEIGHT_loop,
    WGC_WEIGHT_switch,
    WGC_WEIGHT_array,
    WGC_WEIGHT_shared,
    WGC_WEIGHT_atomic,
    WGC_WEIGHT_call,
    WGC_WEIGHT_break,
    WGC_WEIGHT_return,
    WGC_WEIGHT_barrier,
    WGC_WEIGHT_same_call,
    WGC_WEIGHT_learned_exit,
    WGC_WEIGHT_divergent_call,
    WGC_WEIGHT_divided_call,
};
enum { CONSTRUCTS = sizeof constructs / sizeof constructs[0] };

static bool leave_out_construct(struct wgc_generate_options *options, const char *name)
{
    for (size_t i = 0; i < CONSTRUCTS; i++) {
        if (strcmp(wgc_weight_name(constructs[i]), name) == 0) {
            options->weight[constructs[i]] = 0;
            return true;
        }
    }
    return false;
}

enum wgc_status wgc_without_read(const char *const *word, size_t count,
                                 struct wgc_generate_options *options, struct wgc_err *err)
{
    options->avoid = 0;
    for (size_t i = 0; i < count; i++) {
        if (leave_out_construct(options, word[i])) {
            continue;
        }
        const uint64_t found = matching(word[i]);
        if (found == 0) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "--without: no function has the name \"%.80s\" (without an "
                               "operator: work_group_reduce), and no construct",
                               word[i]);
        }
        options->avoid |= found;
    }
    return options->avoid == all ? wgc_err_set(err, WGC_ERR_INPUT, "--without: no function is left")
                                 : WGC_OK;
}

bool wgc_without_any(const struct wgc_generate_options *options)
{
    bool any = options->avoid != 0;

    for (size_t i = 0; i < CONSTRUCTS; i++) {
        any = any || options->weight[constructs[i]] == 0;
    }
    return any;
}

static void put_name(struct wgc_buf *out, const char **between, const char *name)
{
    wgc_buf_text(out, *between);
    wgc_json_put_string(out, name);
    *between = ",";
}

void wgc_without_put(const struct wgc_generate_options *options, struct wgc_buf *out)
{
    const char *between = "";

    wgc_buf_char(out, '[');
    for (unsigned i = 0; i < WGC_COLLECTIVE_COUNT; i++) {
        if ((options->avoid >> i & 1U) != 0) {
            char name[64];
            name_of(i, name, sizeof name);
            put_name(out, &between, name);
        }
    }
    for (size_t i = 0; i < CONSTRUCTS; i++) {
        if (options->weight[constructs[i]] == 0) {
            put_name(out, &between, wgc_weight_name(constructs[i]));
        }
    }
    wgc_buf_char(out, ']');
}

bool wgc_without_is(const struct wgc_generate_options *options, const char *text)
{
    struct wgc_buf own = {0};

    wgc_without_put(options, &own);
    const bool same = !own.failed && strcmp(own.data, text == NULL ? "[]" : text) == 0;
    wgc_buf_free(&own);
    return same;
}
