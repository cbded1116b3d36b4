/* --list-devices. Fills *out. */
#ifndef WGC_CLI_SHOW_DEVICES_H
#define WGC_CLI_SHOW_DEVICES_H

#include "base/buf.h"
#include "supervisor/supervisor.h"

enum wgc_device_style {
    WGC_DEVICES_LINES,   /* a line each */
    WGC_DEVICES_DETAILS, /* that of it which decides what can run, a block each, as clinfo does it
                          */
    WGC_DEVICES_JSON,    /* an array of the report's device objects */
};

void wgc_show_devices(const struct wgc_device_list *list, enum wgc_device_style style,
                      struct wgc_buf *out);

#endif
