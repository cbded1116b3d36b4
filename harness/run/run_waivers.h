/* The waivers of a run: reads the files and warns of expired and unused waivers. */
#ifndef WGC_RUN_RUN_WAIVERS_H
#define WGC_RUN_RUN_WAIVERS_H

#include "base/err.h"
#include "options/options.h"
#include "waivers/waivers.h"

/* Reads the files of --waivers. */
enum wgc_status wgc_run_waivers_load(const struct wgc_run_rules *rules, struct wgc_waivers *waivers,
                                     struct wgc_err *err);

struct wgc_warner {
    void *context;
    void (*warn)(void *context, const char *text); /* adds the text to the record, too */
    struct wgc_record *record;
};

/* Binds the waivers to the device of the run and to today, and warns of expired ones. */
enum wgc_status wgc_run_waivers_bind(struct wgc_waivers *waivers, struct wgc_waivers_target *target,
                                     const struct wgc_warner *warner, struct wgc_err *err);

/* At the end of a complete run: warns of unused waivers. */
void wgc_run_waivers_end(const struct wgc_waivers *waivers, const struct wgc_warner *warner);

#endif
