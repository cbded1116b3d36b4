#include "explore_run/without.h"

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

enum wgc_status wgc_without_read(const char *const *glob, size_t count, uint64_t *avoid,
                                 struct wgc_err *err)
{
    *avoid = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t found = matching(glob[i]);
        if (found == 0) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "--without: no function has the name \"%.80s\" (without an "
                               "operator: work_group_reduce)",
                               glob[i]);
        }
        *avoid |= found;
    }
    return *avoid == all ? wgc_err_set(err, WGC_ERR_INPUT, "--without: no function is left")
                         : WGC_OK;
}

void wgc_without_put(uint64_t avoid, struct wgc_buf *out)
{
    const char *between = "";

    wgc_buf_char(out, '[');
    for (unsigned i = 0; i < WGC_COLLECTIVE_COUNT; i++) {
        if ((avoid >> i & 1U) != 0) {
            char name[64];
            name_of(i, name, sizeof name);
            wgc_buf_text(out, between);
            wgc_json_put_string(out, name);
            between = ",";
        }
    }
    wgc_buf_char(out, ']');
}

bool wgc_without_is(uint64_t avoid, const char *text)
{
    struct wgc_buf own = {0};

    wgc_without_put(avoid, &own);
    const bool same = !own.failed && strcmp(own.data, text == NULL ? "[]" : text) == 0;
    wgc_buf_free(&own);
    return same;
}
