/* Which device a run is for. */
#ifndef WGC_CLI_CHOOSE_H
#define WGC_CLI_CHOOSE_H

#include "base/err.h"
#include "cli/options.h"

/*
 * The number of the device that the first --device means, a number or a part of the name that one
 * device has; -1 without one. A number is not looked up here: the worker that opens the device
 * refuses one that is out of range. A name that no device has, or more than one, is an error that
 * lists what there is.
 */
enum wgc_status wgc_choose_device(const char *program, const struct wgc_options *options,
                                  int *device, struct wgc_err *err);

/* Whether --device means several: it stands there more than once, or as "all". */
bool wgc_names_devices(const struct wgc_options *options);

/*
 * The numbers of all that the options name, each once and in the order of the options; "all" is
 * every one that this machine has. One that does not exist is an error that lists what there is.
 * The array is owned by the caller.
 */
enum wgc_status wgc_choose_devices(const char *program, const struct wgc_options *options,
                                   int **number, size_t *count, struct wgc_err *err);

#endif
