/* Which devices a command is for. */
#ifndef WGC_CLI_CHOOSE_H
#define WGC_CLI_CHOOSE_H

#include "base/err.h"
#include "cli/options.h"
#include "supervisor/supervisor.h"

/*
 * The number of the device that the first --device means (cli/device_match.h); -1 without one. A
 * number is not looked up here, which saves loading the drivers once more: the worker that opens
 * the device refuses an unknown one.
 */
enum wgc_status wgc_choose_device(const char *program, const struct wgc_options *options,
                                  int *device, struct wgc_err *err);

/* Whether --device means several: it stands there more than once, or as "all". */
bool wgc_names_devices(const struct wgc_options *options);

/*
 * The devices that the options name, each once and in the order of the options; "all" is every one
 * of this machine. Without --device the whole list. On success *list is owned by the caller.
 */
enum wgc_status wgc_choose_listed(const char *program, const struct wgc_options *options,
                                  struct wgc_device_list *list, struct wgc_err *err);

/* The numbers of these devices, in an array owned by the caller. */
enum wgc_status wgc_choose_devices(const char *program, const struct wgc_options *options,
                                   int **number, size_t *count, struct wgc_err *err);

#endif
