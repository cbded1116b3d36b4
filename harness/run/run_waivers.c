#include "run/run_waivers.h"

#include <stdlib.h>

#include "run/provenance.h"

enum { DATE_LENGTH = 10 };

enum wgc_status wgc_run_waivers_load(const struct wgc_run_rules *rules, struct wgc_waivers *waivers,
                                     struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < rules->waivers_count; i++) {
        status = wgc_waivers_load(waivers, rules->waivers[i], err);
    }
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "--waivers");
}

/* An error is ignored: the warning was printed. */
static void warn_of_waiver(const struct wgc_warner *warner, const char *text)
{
    struct wgc_err err;

    (void)wgc_record_note_waiver(warner->record, text, &err);
    warner->warn(warner->context, text);
}

enum wgc_status wgc_run_waivers_bind(struct wgc_waivers *waivers, struct wgc_waivers_target *target,
                                     const struct wgc_warner *warner, struct wgc_err *err)
{
    char *now = wgc_provenance_now();
    struct wgc_err text;

    if (now == NULL) {
        return wgc_err_memory(err, "the date");
    }
    now[DATE_LENGTH] = '\0'; /* the date of YYYY-MM-DDThh:mm:ssZ */
    target->today = now;
    wgc_waivers_bind(waivers, target);
    enum wgc_status status = target->plan == NULL
                                 ? WGC_OK /* of a saved report: waive --check refuses them */
                                 : wgc_waivers_find_unknown(waivers, target->manifest, warner->warn,
                                                            warner->context, err);
    for (size_t i = 0; i < waivers->count; i++) {
        if (wgc_waiver_describe_expired(&waivers->item[i], &text) ||
            wgc_waiver_describe_expiring(&waivers->item[i], &text)) {
            warn_of_waiver(warner, text.text);
        }
    }
    free(now);
    target->today = NULL;
    return status;
}

void wgc_run_waivers_end(const struct wgc_waivers *waivers, const struct wgc_warner *warner)
{
    struct wgc_err text;

    for (size_t i = 0; i < waivers->count; i++) {
        if (wgc_waiver_describe_unused(&waivers->item[i], &text)) {
            warn_of_waiver(warner, text.text);
        }
    }
}
