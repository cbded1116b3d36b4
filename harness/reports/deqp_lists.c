#include "reports/deqp_lists.h"

#include <string.h>

const char *wgc_deqp_list_name(enum wgc_deqp_list list)
{
    static const char *const names[WGC_DEQP_LISTS] = {
        [WGC_DEQP_FAILS] = "fails", [WGC_DEQP_SKIPS] = "skips", [WGC_DEQP_FLAKES] = "flakes"};

    return names[list];
}

static enum wgc_deqp_list list_of(enum wgc_state state)
{
    return state == WGC_STATE_FLAKY     ? WGC_DEQP_FLAKES
           : state == WGC_STATE_TIMEOUT ? WGC_DEQP_SKIPS
           : wgc_state_is_bad(state)    ? WGC_DEQP_FAILS
                                        : WGC_DEQP_LISTS;
}

void wgc_deqp_list_put(struct wgc_buf *out, enum wgc_deqp_list list,
                       const struct wgc_record *record)
{
    for (size_t i = 0; i < record->result_count; i++) {
        const struct wgc_result *result = &record->result[i];
        /* deqp-runner's lists take the place of waivers */
        if (result->unselected || list_of(wgc_result_failure(result)) != list) {
            continue;
        }
        for (const char *c = result->name; *c != '\0'; c++) {
            wgc_buf_text(out, *c == '.' && list != WGC_DEQP_FAILS ? "\\" : "");
            wgc_buf_char(out, *c);
        }
        wgc_buf_text(out, list == WGC_DEQP_FAILS ? ",Fail\n" : "\n");
    }
}
