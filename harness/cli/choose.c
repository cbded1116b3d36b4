#include "cli/choose.h"

#include <stdlib.h>
#include <string.h>

#include "cli/device_match.h"

static const char every[] = "all";

enum wgc_status wgc_choose_device(const char *program, const struct wgc_options *options,
                                  int *device, struct wgc_err *err)
{
    struct wgc_device_list list = {0};

    *device = -1;
    if (options->device_count == 0) {
        return WGC_OK;
    }
    const char *word = options->device[0];
    if (wgc_device_is_number(word)) {
        *device = (int)strtol(word, NULL, 10);
        return WGC_OK;
    }
    enum wgc_status status =
        wgc_supervisor_list(program, options->worker_command, options->timeout, &list, err);
    if (status == WGC_OK) {
        status = wgc_device_match(&list, word, device, err);
        wgc_device_list_free(&list);
    }
    return status;
}

bool wgc_names_devices(const struct wgc_options *options)
{
    return options->device_count > 1 ||
           (options->device_count == 1 && strcmp(options->device[0], every) == 0);
}

/* The places in the list of the devices that are chosen; there is room for each of the list. */
struct chosen {
    size_t *at;
    size_t count;
};

/* Adds the device with that number, or every device for -1; none of them twice. */
static void add(const struct wgc_device_list *list, int number, struct chosen *chosen)
{
    for (size_t i = 0; i < list->count; i++) {
        bool there = number >= 0 && (int)list->item[i].index != number;
        for (size_t k = 0; k < chosen->count; k++) {
            there = there || chosen->at[k] == i;
        }
        if (!there) {
            chosen->at[chosen->count++] = i;
        }
    }
}

static enum wgc_status choose(const struct wgc_options *options, const struct wgc_device_list *list,
                              struct chosen *chosen, struct wgc_err *err)
{
    for (size_t i = 0; i < options->device_count; i++) {
        int number = -1;
        if (strcmp(options->device[i], every) != 0) {
            enum wgc_status status = wgc_device_match(list, options->device[i], &number, err);
            if (status != WGC_OK) {
                return status;
            }
        }
        add(list, number, chosen);
    }
    return WGC_OK;
}

/* Leaves the chosen devices in the list, in their order. item is the room for them. */
static void keep(const struct chosen *chosen, struct wgc_device_info *item,
                 struct wgc_device_list *list)
{
    for (size_t i = 0; i < chosen->count; i++) {
        item[i] = list->item[chosen->at[i]];
        list->item[chosen->at[i]] = (struct wgc_device_info){0};
    }
    wgc_device_list_free(list);
    *list = (struct wgc_device_list){.count = chosen->count, .item = item};
}

enum wgc_status wgc_choose_listed(const char *program, const struct wgc_options *options,
                                  struct wgc_device_list *list, struct wgc_err *err)
{
    enum wgc_status status =
        wgc_supervisor_list(program, options->worker_command, options->timeout, list, err);

    if (status != WGC_OK || options->device_count == 0) {
        return status;
    }
    struct chosen chosen = {.at = calloc(list->count + 1, sizeof *chosen.at)};
    struct wgc_device_info *item = calloc(list->count + 1, sizeof *item);
    status = chosen.at == NULL || item == NULL ? wgc_err_memory(err, "the devices")
                                               : choose(options, list, &chosen, err);
    if (status == WGC_OK) {
        keep(&chosen, item, list);
    } else {
        wgc_device_list_free(list);
        free(item);
    }
    free(chosen.at);
    return status;
}

enum wgc_status wgc_choose_devices(const char *program, const struct wgc_options *options,
                                   int **number, size_t *count, struct wgc_err *err)
{
    struct wgc_device_list list = {0};
    enum wgc_status status = wgc_choose_listed(program, options, &list, err);

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
