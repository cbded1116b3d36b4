/* The waivers of a run: reading their files, and saying what is odd about them. */
#ifndef WGC_CLI_RUN_WAIVERS_H
#define WGC_CLI_RUN_WAIVERS_H

#include "base/err.h"
#include "cli/run_rules.h"
#include "waivers/waivers.h"

/* Reads the files of --waivers. */
enum wgc_status wgc_run_waivers_load(const struct wgc_run_rules *rules, struct wgc_waivers *waivers,
                                     struct wgc_err *err);

struct wgc_warner {
    void *context;
    void (*warn)(void *context, const char *text);
};

/* Binds them to the device of the run, with today's date, and warns of those that have expired. */
enum wgc_status wgc_run_waivers_bind(struct wgc_waivers *waivers, struct wgc_waivers_target *target,
                                     const struct wgc_warner *warner, struct wgc_err *err);

/* At the end of a complete run: warns of those that were of no use. */
void wgc_run_waivers_end(const struct wgc_waivers *waivers, const struct wgc_warner *warner);

#endif
