/* The device that a text of --device names. Pure. */
#ifndef WGC_RUN_DEVICE_MATCH_H
#define WGC_RUN_DEVICE_MATCH_H

#include <stdbool.h>

#include "base/err.h"
#include "supervisor/supervisor.h"

/* Whether the text is a device number: digits alone, no more than six. */
bool wgc_device_is_number(const char *text);

/*
 * Gets the number of the one device that matches. A text of digits is the number in the list. Any
 * other text is searched, ignoring case, in platform name, platform version, vendor, device name
 * and driver version, joined by blanks in this order. PLATFORM/DEVICE searches the first part in
 * the two fields of the platform and the second part in the three of the device. A text that equals
 * the name of a platform or of a device, or PLATFORM/DEVICE with or without the driver version at
 * the end, takes precedence over parts. #N at the end selects the N-th matching device. No device,
 * or more than one, is an error of status WGC_ERR_INPUT that lists the devices with their
 * platforms.
 */
enum wgc_status wgc_device_match(const struct wgc_device_list *list, const char *text, int *number,
                                 struct wgc_err *err);

#endif
