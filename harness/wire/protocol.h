/*
 * The two messages with more than a few fields: the configuration of a worker, and the description
 * of its device. Both sides call these functions, so that the layout is defined once.
 */
#ifndef WGC_WIRE_PROTOCOL_H
#define WGC_WIRE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "suite/manifest.h"
#include "wire/wire.h"

enum wgc_worker_mode {
    WGC_WORKER_RUN,  /* opens one device, sends DEVICE, then runs batches */
    WGC_WORKER_LIST, /* sends DEVICE for each device of each platform, then LISTED, then exits */
};

struct wgc_worker_config {
    enum wgc_worker_mode mode;
    int device;        /* the number in the list, or -1: the first with these features, else 0 */
    uint64_t features; /* bit 1 << enum wgc_feature: features of a default device */
    enum wgc_impl impl;
    enum wgc_profile profile;
    uint64_t seed;
    bool unadvertised;        /* also runs functions that the device does not advertise */
    char *build_options;      /* of --build-option, for every kernel; NULL: none; owned after get */
    const char *suite_folder; /* of the packed files; owned after wgc_worker_config_get */
    const char
        *suite_digest; /* of the suite whose numbers the cases of batches are; owned as that */
};

/* All strings owned; wgc_device_info_free releases them. */
struct wgc_device_info {
    char *name;
    char *json; /* the report's "device" object: index, name, vendor, platform, driver_version, ...
                   limits */
    uint64_t features; /* bit 1 << enum wgc_feature */
    uint64_t max_work_group_size;
    uint64_t max_work_item_size[3];
    uint32_t index;
    uint32_t compute_units;
    uint32_t driver_milliseconds; /* from the loader's start to an open device */
    bool is_cpu;
    bool has_compiler;
};

void wgc_worker_config_put(struct wgc_buf *buf, const struct wgc_worker_config *config);
bool wgc_worker_config_get(struct wgc_wire_view *view, struct wgc_worker_config *config);
void wgc_worker_config_free(struct wgc_worker_config *config);
void wgc_device_info_put(struct wgc_buf *buf, const struct wgc_device_info *info);
bool wgc_device_info_get(struct wgc_wire_view *view, struct wgc_device_info *info);
void wgc_device_info_free(struct wgc_device_info *info);

#endif
