/* The devices that --device selects; without it, the one that the environment names
 * (run/cts_device.c). */
#ifndef WGC_RUN_SELECT_DEVICES_H
#define WGC_RUN_SELECT_DEVICES_H

#include "base/err.h"
#include "options/options.h"
#include "suite/spirv.h"
#include "supervisor/supervisor.h"

/*
 * Gets the number of the device that the first --device names (run/device_match.c), or else the
 * environment; -1 without one.
 * A number is not looked up: this saves loading the drivers once more, and the worker that opens
 * the device rejects an unknown number.
 */
enum wgc_status wgc_select_device(const char *program, const struct wgc_options *options,
                                  int *device, struct wgc_err *err);

/* Whether --device or the environment names a device. */
enum wgc_status wgc_names_device(const struct wgc_options *options, bool *named,
                                 struct wgc_err *err);

/* Whether --device was given more than once, or as "all". */
bool wgc_selects_several(const struct wgc_options *options);

/*
 * Lists the devices that the options name, each once and in the order of the options; "all" is
 * every device of this machine. Where none is named: all devices. On success the caller owns *list.
 */
enum wgc_status wgc_select_listed(const char *program, const struct wgc_options *options,
                                  struct wgc_device_list *list, struct wgc_err *err);

/* Gets the SPIR-V target of the device that --device names; several devices are an error. */
enum wgc_status wgc_select_target(const char *program, const struct wgc_options *options,
                                  struct wgc_spirv_target *target, struct wgc_err *err);

/* Gets the numbers of these devices, in an array that the caller owns. */
enum wgc_status wgc_select_devices(const char *program, const struct wgc_options *options,
                                   int **number, size_t *count, struct wgc_err *err);

/* Prints each note of the list as a warning on standard error. */
void wgc_print_device_notes(const struct wgc_device_list *list);

#endif
