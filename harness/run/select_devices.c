#include "run/select_devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/parts.h"
#include "supervisor/spirv_target.h"

static const char every[] = "all";

void wgc_print_device_notes(const struct wgc_device_list *list)
{
    const char *line = wgc_or_empty(list->notes);

    for (size_t length; (length = strcspn(line, "\n")) > 0;
         line += length + (line[length] != '\0')) {
        (void)fprintf(stderr, "warning: %.*s\n", (int)length, line);
    }
}

/* The device of the environment is a default: --device takes precedence, and a list of devices has
 * all. */
static enum wgc_status read_environment(const struct wgc_options *options,
                                        struct wgc_cts_device *chosen, struct wgc_err *err)
{
    return options->device_count > 0 || options->action == WGC_ACTION_LIST_DEVICES
               ? WGC_OK
               : wgc_cts_device_read(chosen, err);
}

enum wgc_status wgc_select_device(const char *program, const struct wgc_options *options,
                                  int *device, struct wgc_err *err)
{
    const char *word = options->device_count == 0 ? NULL : options->device[0];
    struct wgc_device_list list = {0};
    struct wgc_cts_device chosen = {0};

    *device = -1;
    enum wgc_status status = read_environment(options, &chosen, err);
    if (status != WGC_OK || (word == NULL && !chosen.given)) {
        return status;
    }
    if (word != NULL && wgc_device_is_number(word)) {
        *device = (int)strtol(word, NULL, 10);
        return WGC_OK;
    }
    status = wgc_supervisor_list(program, options->worker_command, options->timeout, &list, err);
    if (status == WGC_OK) {
        status = word != NULL ? wgc_device_match(&list, word, device, err)
                              : wgc_cts_device_match(&list, &chosen, device, err);
        if (status != WGC_OK) {
            wgc_print_device_notes(&list); /* the driver that is meant may be one that fails */
        }
        wgc_device_list_free(&list);
    }
    return status;
}

enum wgc_status wgc_names_device(const struct wgc_options *options, bool *named,
                                 struct wgc_err *err)
{
    struct wgc_cts_device chosen = {0};
    enum wgc_status status = read_environment(options, &chosen, err);

    *named = options->device_count > 0 || chosen.given;
    return status;
}

bool wgc_selects_several(const struct wgc_options *options)
{
    return options->device_count > 1 ||
           (options->device_count == 1 && strcmp(options->device[0], every) == 0);
}

/* The places of the selected devices in the list; the array is as long as the list. */
struct selected {
    size_t *at;
    size_t count;
};

/* Adds the device with that number, or every device for -1; no device twice. */
static void add(const struct wgc_device_list *list, int number, struct selected *selected)
{
    for (size_t i = 0; i < list->count; i++) {
        bool there = number >= 0 && (int)list->item[i].index != number;
        for (size_t k = 0; k < selected->count; k++) {
            there = there || selected->at[k] == i;
        }
        if (!there) {
            selected->at[selected->count++] = i;
        }
    }
}

static enum wgc_status select_all(const struct wgc_options *options,
                                  const struct wgc_cts_device *chosen,
                                  const struct wgc_device_list *list, struct selected *selected,
                                  struct wgc_err *err)
{
    if (chosen->given) {
        int number = -1;
        enum wgc_status status = wgc_cts_device_match(list, chosen, &number, err);
        if (status == WGC_OK) {
            add(list, number, selected);
        }
        return status;
    }
    for (size_t i = 0; i < options->device_count; i++) {
        int number = -1;
        if (strcmp(options->device[i], every) != 0) {
            enum wgc_status status = wgc_device_match(list, options->device[i], &number, err);
            if (status != WGC_OK) {
                return status;
            }
        }
        add(list, number, selected);
    }
    return WGC_OK;
}

/* Reduces the list to the selected devices, in their order. item is the memory for them. */
static void keep(const struct selected *selected, struct wgc_device_info *item,
                 struct wgc_device_list *list)
{
    for (size_t i = 0; i < selected->count; i++) {
        item[i] = list->item[selected->at[i]];
        list->item[selected->at[i]] = (struct wgc_device_info){0};
    }
    wgc_device_list_free(list);
    *list = (struct wgc_device_list){.count = selected->count, .item = item};
}

enum wgc_status wgc_select_listed(const char *program, const struct wgc_options *options,
                                  struct wgc_device_list *list, struct wgc_err *err)
{
    struct wgc_cts_device chosen = {0};
    enum wgc_status status = read_environment(options, &chosen, err);

    if (status == WGC_OK) {
        status = wgc_supervisor_list(program, options->worker_command, options->timeout, list, err);
    }
    if (status != WGC_OK || (options->device_count == 0 && !chosen.given)) {
        return status;
    }
    struct selected selected = {.at = calloc(list->count + 1, sizeof *selected.at)};
    struct wgc_device_info *item = calloc(list->count + 1, sizeof *item);
    status = selected.at == NULL || item == NULL
                 ? wgc_err_memory(err, "the devices")
                 : select_all(options, &chosen, list, &selected, err);
    if (status == WGC_OK) {
        keep(&selected, item, list);
    } else {
        wgc_print_device_notes(list);
        wgc_device_list_free(list);
        free(item);
    }
    free(selected.at);
    return status;
}

enum wgc_status wgc_select_devices(const char *program, const struct wgc_options *options,
                                   int **number, size_t *count, struct wgc_err *err)
{
    struct wgc_device_list list = {0};
    enum wgc_status status = wgc_select_listed(program, options, &list, err);

    *count = 0;
    if (status != WGC_OK) {
        return status;
    }
    *number = calloc(list.count + 1, sizeof **number);
    if (*number == NULL) {
        status = wgc_err_memory(err, "the devices");
    }
    for (size_t i = 0; status == WGC_OK && i < list.count; i++) {
        (*number)[(*count)++] = (int)list.item[i].index;
    }
    wgc_device_list_free(&list);
    return status;
}

enum wgc_status wgc_select_target(const char *program, const struct wgc_options *options,
                                  struct wgc_spirv_target *target, struct wgc_err *err)
{
    struct wgc_device_list list = {0};
    enum wgc_status status = wgc_select_listed(program, options, &list, err);

    if (status != WGC_OK) {
        return status;
    }
    if (list.count == 1) {
        struct wgc_record_device device = {0};
        status = wgc_record_device_parse(list.item[0].json, &device, err);
        wgc_spirv_target_of(&device, target);
        wgc_record_device_free(&device);
    } else {
        status = wgc_err_set(err, WGC_ERR_INPUT, "--device: a kernel is for one device");
    }
    wgc_device_list_free(&list);
    return status;
}
