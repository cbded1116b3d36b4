/* --list-devices. Fills *out. */
#ifndef WGC_CLI_SHOW_DEVICES_H
#define WGC_CLI_SHOW_DEVICES_H

#include "base/buf.h"
#include "supervisor/supervisor.h"

enum wgc_device_style {
    WGC_DEVICES_LINES,   /* one line per device */
    WGC_DEVICES_DETAILS, /* the properties that decide what can run, one block per device */
    WGC_DEVICES_JSON,    /* an array of device objects as in the report */
};

void wgc_show_devices(const struct wgc_device_list *list, enum wgc_device_style style,
                      struct wgc_buf *out);

#endif
