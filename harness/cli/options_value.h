/* The values that options take, from their text. Errors are of status WGC_ERR_INPUT and name the
 * option. */
#ifndef WGC_CLI_OPTIONS_VALUE_H
#define WGC_CLI_OPTIONS_VALUE_H

#include <stdint.h>

#include "base/err.h"
#include "plan/plan.h"

/* A whole number in [low, high], decimal, 0x or octal; option is its name with the dashes. */
enum wgc_status wgc_parse_unsigned(const char *option, const char *text, uint64_t low,
                                   uint64_t high, uint64_t *out, struct wgc_err *err);
/* Seconds, more than 0. */
enum wgc_status wgc_parse_seconds(const char *option, const char *text, double *out,
                                  struct wgc_err *err);
/* Each fills its part of the selection. */
enum wgc_status wgc_parse_shard(const char *text, struct wgc_selection *selection,
                                struct wgc_err *err);
enum wgc_status wgc_parse_language(const char *text, struct wgc_selection *selection,
                                   struct wgc_err *err);
enum wgc_status wgc_parse_impl(const char *text, struct wgc_selection *selection,
                               struct wgc_err *err);
enum wgc_status wgc_parse_profile(const char *text, struct wgc_selection *selection,
                                  struct wgc_err *err);

#endif
