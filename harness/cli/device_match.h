/* Which device of the list a text of --device means. Pure. */
#ifndef WGC_CLI_DEVICE_MATCH_H
#define WGC_CLI_DEVICE_MATCH_H

#include <stdbool.h>

#include "base/err.h"
#include "supervisor/supervisor.h"

/* Whether the text is a number of the list: digits alone, no more than six. */
bool wgc_device_is_number(const char *text);

/*
 * The number of the one device that fits. A text of digits is the number in the list. Any other
 * text is looked for, whatever the case of its letters, in the platform's name and version, and the
 * device's vendor, name and driver version, joined by blanks in this order. PLATFORM/DEVICE looks
 * for the first part in the two of the platform and for the second in the three of the device. A
 * text that is the whole name of a platform or of a device, or both with a slash between (and the
 * driver's version at the end, or not), wins over parts. #N at the end takes the N-th of the
 * devices that fit. No device, or more than one, is an error of status WGC_ERR_INPUT that lists
 * devices with their platforms.
 */
enum wgc_status wgc_device_match(const struct wgc_device_list *list, const char *text, int *number,
                                 struct wgc_err *err);

#endif
