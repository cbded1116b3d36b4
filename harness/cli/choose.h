/* Which device a run is for. */
#ifndef WGC_CLI_CHOOSE_H
#define WGC_CLI_CHOOSE_H

#include "base/err.h"
#include "cli/options.h"

/*
 * The number of the device that --device means, a number or a part of the name that one device has;
 * -1 without one. A number is not looked up here: the worker that opens the device refuses one that
 * is out of range. A name that no device has, or more than one, is an error that lists what there
 * is.
 */
enum wgc_status wgc_choose_device(const char *program, const struct wgc_options *options,
                                  int *device, struct wgc_err *err);

#endif
