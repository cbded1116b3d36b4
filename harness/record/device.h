/*
 * The device of a report, the machines and the sources of the program: JSON objects of the report,
 * parsed once. Each part has its whole object as text for the reports that show all of it, and the
 * fields that the program uses. json is NULL where the report lacks the object; a text is NULL
 * where the object lacks the string. A part that is all zero is empty. Unknown fields stay in
 * json. Pure.
 */
#ifndef WGC_RECORD_DEVICE_H
#define WGC_RECORD_DEVICE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* The host, or the machine of a device behind --worker-command. */
struct wgc_record_machine {
    char *json;
    char *system, *release, *machine, *name;
};

struct wgc_record_loader {
    char *json;
    char *name, *vendor, *version, *library;
};

struct wgc_record_device {
    char *json;
    char *name, *vendor, *device_type;
    char *selector; /* the value of --device for this device alone; older reports have none */
    char *platform, *platform_version, *platform_profile;
    char *driver_version, *device_version;
    char *opencl_c_version;
    char *il_version;          /* CL_DEVICE_IL_VERSION */
    char *conformance_version; /* CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED */
    uint64_t features;         /* bit 1 << enum wgc_feature: the device has it */
    uint64_t features_missing; /* the device does not have it */
    bool no_compiler;
    bool is_default;       /* CL_DEVICE_TYPE_DEFAULT of its platform */
    int platform_index;    /* -1: unknown */
    unsigned address_bits; /* 32, or 64, also where it is unknown */
    uint64_t max_work_group_size, max_work_item_size[3]; /* 0: unknown */
    struct wgc_record_machine target;                    /* empty: the host */
    struct wgc_record_loader loader;
};

/* The state of the sources that the program was built from (scripts/source-state). */
struct wgc_record_git {
    char *json;
    char *tag; /* NULL: no tag */
    char **patch, **modified;
    size_t patch_count, modified_count;
};

/*
 * Each reads a part from an object, and replaces *part, which must be empty or initialized. A value
 * that is no object is an error of status WGC_ERR_INPUT. *part is empty after an error.
 */
enum wgc_status wgc_record_machine_read(const cJSON *object, struct wgc_record_machine *part,
                                        struct wgc_err *err);
enum wgc_status wgc_record_device_read(const cJSON *object, struct wgc_record_device *part,
                                       struct wgc_err *err);
enum wgc_status wgc_record_git_read(const cJSON *object, struct wgc_record_git *part,
                                    struct wgc_err *err);

/* The same from text. */
enum wgc_status wgc_record_machine_parse(const char *text, struct wgc_record_machine *part,
                                         struct wgc_err *err);
enum wgc_status wgc_record_device_parse(const char *text, struct wgc_record_device *part,
                                        struct wgc_err *err);
enum wgc_status wgc_record_git_parse(const char *text, struct wgc_record_git *part,
                                     struct wgc_err *err);

/* Each frees what the part owns and empties it. */
void wgc_record_machine_free(struct wgc_record_machine *part);
void wgc_record_device_free(struct wgc_record_device *part);
void wgc_record_git_free(struct wgc_record_git *part);

#endif
