#include "commands/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "options/option_value.h"

/* The end of the setting: a blank before another NAME=, or the end of the text. */
static const char *find_end(const char *text)
{
    const char *blank = strchr(text, ' ');

    while (blank != NULL && !wgc_is_assignment(blank + strspn(blank, " "))) {
        blank = strchr(blank + strspn(blank, " "), ' ');
    }
    return blank == NULL ? text + strlen(text) : blank;
}

static enum wgc_status add(struct wgc_settings *settings, const char *text, size_t length,
                           struct wgc_err *err)
{
    const size_t name = strcspn(text, "=");
    struct wgc_setting *grown = wgc_array_grow(settings->item, settings->count, sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "the environment");
    }
    settings->item = grown;
    grown[settings->count] = (struct wgc_setting){
        .name = strndup(text, name), .value = strndup(text + name + 1, length - name - 1)};
    settings->count++;
    return grown[settings->count - 1].name == NULL || grown[settings->count - 1].value == NULL
               ? wgc_err_memory(err, "the environment")
               : WGC_OK;
}

enum wgc_status wgc_settings_parse(const char *text, struct wgc_settings *settings,
                                   struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    *settings = (struct wgc_settings){0};
    text += strspn(text, " ");
    if (!wgc_is_assignment(text)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not NAME=VALUE of an environment", text);
    }
    while (status == WGC_OK && *text != '\0') {
        const char *end = find_end(text);
        status = add(settings, text, (size_t)(end - text), err);
        text = end + strspn(end, " ");
    }
    return status;
}

void wgc_settings_free(struct wgc_settings *settings)
{
    for (size_t i = 0; i < settings->count; i++) {
        free(settings->item[i].name);
        free(settings->item[i].value);
        free(settings->item[i].before);
    }
    free(settings->item);
    *settings = (struct wgc_settings){0};
}

enum wgc_status wgc_settings_apply(struct wgc_settings *settings, struct wgc_err *err)
{
    for (size_t i = 0; i < settings->count; i++) {
        struct wgc_setting *item = &settings->item[i];
        const char *before = getenv(item->name);
        item->before = before == NULL ? NULL : strdup(before);
        if ((before != NULL && item->before == NULL) || setenv(item->name, item->value, 1) != 0) {
            return wgc_err_memory(err, "the environment");
        }
    }
    return WGC_OK;
}

void wgc_settings_undo(struct wgc_settings *settings)
{
    for (size_t i = settings->count; i-- > 0;) {
        const struct wgc_setting *item = &settings->item[i];
        if (item->before == NULL) {
            (void)unsetenv(item->name);
        } else {
            (void)setenv(item->name, item->before, 1);
        }
    }
}
