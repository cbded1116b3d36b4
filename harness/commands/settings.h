/* Settings of the environment, NAME=VALUE, which are set for a while. */
#ifndef WGC_COMMANDS_SETTINGS_H
#define WGC_COMMANDS_SETTINGS_H

#include <stddef.h>

#include "base/err.h"

struct wgc_setting {
    char *name, *value;
    char *before; /* the value before; NULL: the variable was not set */
};

struct wgc_settings {
    struct wgc_setting *item;
    size_t count;
};

/* Splits text at each blank that a NAME= follows. Text that does not begin with NAME= is an error
 * of status WGC_ERR_INPUT. The caller frees *settings in any case. */
enum wgc_status wgc_settings_parse(const char *text, struct wgc_settings *settings,
                                   struct wgc_err *err);
void wgc_settings_free(struct wgc_settings *settings);

/* Changes the environment of this process, and changes it back. */
enum wgc_status wgc_settings_apply(struct wgc_settings *settings, struct wgc_err *err);
void wgc_settings_undo(struct wgc_settings *settings);

#endif
