#include "cli/choose.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "supervisor/supervisor.h"

enum { NUMBER_DIGITS = 6 };

static const char every[] = "all";

/* Whether text holds part, whatever the case of letters. */
static bool holds(const char *text, const char *part)
{
    size_t length = strlen(part);

    for (; *text != '\0'; text++) {
        if (strncasecmp(text, part, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Whether the device's name, platform or vendor holds the part. */
static bool is_called(const struct wgc_device_info *info, const char *part)
{
    static const char *const fields[] = {"name", "platform", "vendor"};
    cJSON *object = cJSON_Parse(info->json);
    bool match = holds(info->name, part);

    for (size_t i = 0; !match && i < sizeof fields / sizeof fields[0]; i++) {
        const cJSON *field = cJSON_GetObjectItemCaseSensitive(object, fields[i]);
        match = cJSON_IsString(field) && holds(field->valuestring, part);
    }
    cJSON_Delete(object);
    return match;
}

/* The one device that has the part in its names; the error lists what there is. */
static enum wgc_status pick(const struct wgc_device_list *list, const char *part, int *device,
                            struct wgc_err *err)
{
    struct wgc_buf known = {0};
    size_t matches = 0;

    for (size_t i = 0; i < list->count; i++) {
        const struct wgc_device_info *info = &list->item[i];
        wgc_buf_printf(&known, "%s%u: %s", i == 0 ? "" : "; ", (unsigned)info->index, info->name);
        if (is_called(info, part)) {
            matches++;
            *device = (int)info->index;
        }
    }
    enum wgc_status status = WGC_OK;
    if (matches != 1) {
        status = wgc_err_set(
            err, WGC_ERR_INPUT, "--device: %s device is called \"%s\"; there are %s",
            matches == 0 ? "no" : "more than one", part, known.failed ? "?" : known.data);
    }
    wgc_buf_free(&known);
    return status;
}

/* A number goes to the worker as it is, which saves loading the drivers once more. */
enum wgc_status wgc_choose_device(const char *program, const struct wgc_options *options,
                                  int *device, struct wgc_err *err)
{
    struct wgc_device_list list = {0};

    *device = -1;
    if (options->device_count == 0) {
        return WGC_OK;
    }
    const char *word = options->device[0];
    if (is_number(word) && strlen(word) <= NUMBER_DIGITS) {
        *device = (int)strtol(word, NULL, 10);
        return WGC_OK;
    }
    enum wgc_status status = wgc_supervisor_list(program, options->timeout, &list, err);
    if (status == WGC_OK) {
        status = pick(&list, word, device, err);
        wgc_device_list_free(&list);
    }
    return status;
}

bool wgc_names_devices(const struct wgc_options *options)
{
    return options->device_count > 1 ||
           (options->device_count == 1 && strcmp(options->device[0], every) == 0);
}

/* Appends a device's number unless it is there; there is room for each of the list. */
static void add(int *number, size_t *count, int device)
{
    for (size_t i = 0; i < *count; i++) {
        if (number[i] == device) {
            return;
        }
    }
    number[(*count)++] = device;
}

static enum wgc_status add_word(const struct wgc_device_list *list, const char *word, int *number,
                                size_t *count, struct wgc_err *err)
{
    bool by_number = is_number(word) && strlen(word) <= NUMBER_DIGITS;
    bool all = strcmp(word, every) == 0;
    int device = -1;

    for (size_t i = 0; i < list->count; i++) {
        int index = (int)list->item[i].index;
        if (all || (by_number && index == strtol(word, NULL, 10))) {
            add(number, count, index);
            device = index;
        }
    }
    if (device < 0) {
        enum wgc_status status = pick(list, word, &device, err);
        if (status != WGC_OK) {
            return status;
        }
        add(number, count, device);
    }
    return WGC_OK;
}

enum wgc_status wgc_choose_devices(const char *program, const struct wgc_options *options,
                                   int **number, size_t *count, struct wgc_err *err)
{
    struct wgc_device_list list = {0};
    enum wgc_status status = wgc_supervisor_list(program, options->timeout, &list, err);

    *count = 0;
    if (status != WGC_OK) {
        return status;
    }
    *number = calloc(list.count + 1, sizeof **number);
    if (*number == NULL) {
        status = wgc_err_memory(err, "the devices");
    }
    for (size_t i = 0; status == WGC_OK && i < options->device_count; i++) {
        status = add_word(&list, options->device[i], *number, count, err);
    }
    wgc_device_list_free(&list);
    return status;
}
