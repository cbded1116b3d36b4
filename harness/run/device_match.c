#include "run/parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "record/device.h"

enum { NUMBER_DIGITS = 6 };

/* How well a text fits a device: a whole name beats a part. */
enum match { MATCH_NONE, MATCH_PART, MATCH_WHOLE };

/* A device's names, and the texts that parts are looked for in. */
struct names {
    struct wgc_record_device device;
    const char *platform, *name;
    struct wgc_buf of_platform, of_device, all, with_driver;
};

static void free_names(struct names *names)
{
    wgc_buf_free(&names->of_platform);
    wgc_buf_free(&names->of_device);
    wgc_buf_free(&names->all);
    wgc_buf_free(&names->with_driver);
    wgc_record_device_free(&names->device);
}

/* free_names in either case. */
static enum wgc_status get_names(const struct wgc_device_info *info, struct names *names,
                                 struct wgc_err *err)
{
    const struct wgc_record_device *device = &names->device;

    *names = (struct names){.name = info->name};
    enum wgc_status status = wgc_record_device_parse(info->json, &names->device, err);
    if (status != WGC_OK) {
        return status;
    }
    names->platform = wgc_or_empty(device->platform);
    wgc_buf_printf(&names->of_platform, "%s %s", names->platform,
                   wgc_or_empty(device->platform_version));
    wgc_buf_printf(&names->with_driver, "%s %s", names->name, wgc_or_empty(device->driver_version));
    wgc_buf_printf(&names->of_device, "%s %s", wgc_or_empty(device->vendor),
                   names->with_driver.failed ? "" : names->with_driver.data);
    wgc_buf_printf(&names->all, "%s %s", names->of_platform.failed ? "" : names->of_platform.data,
                   names->of_device.failed ? "" : names->of_device.data);
    return names->of_platform.failed || names->of_device.failed || names->all.failed ||
                   names->with_driver.failed
               ? wgc_err_memory(err, "the names of devices")
               : WGC_OK;
}

/* Whether text contains the first length bytes of part, ignoring case. */
static bool contains(const char *text, const char *part, size_t length)
{
    for (; length > 0 && *text != '\0'; text++) {
        if (strncasecmp(text, part, length) == 0) {
            return true;
        }
    }
    return length == 0;
}

static bool is_whole(const char *text, const char *word, size_t length)
{
    return strlen(text) == length && strncasecmp(text, word, length) == 0;
}

/* The match of the first length bytes of word. A name may contain a slash, so each slash is tried.
 */
static enum match match_of(const struct names *names, const char *word, size_t length)
{
    enum match fit = contains(names->all.data, word, length) ? MATCH_PART : MATCH_NONE;

    if (is_whole(names->name, word, length) || is_whole(names->platform, word, length)) {
        return MATCH_WHOLE;
    }
    for (size_t i = 0; i < length; i++) {
        const char *device = word + i + 1;
        size_t rest = length - i - 1;
        if (word[i] != '/') {
            continue;
        }
        if (is_whole(names->platform, word, i) &&
            (is_whole(names->name, device, rest) ||
             is_whole(names->with_driver.data, device, rest))) {
            return MATCH_WHOLE;
        }
        if (contains(names->of_platform.data, word, i) &&
            contains(names->of_device.data, device, rest)) {
            fit = MATCH_PART;
        }
    }
    return fit;
}

/* The devices with the best match. */
struct found {
    enum match fit;
    size_t count;
    size_t *at; /* places in the list */
};

static enum wgc_status search(const struct wgc_device_list *list, const char *word, size_t length,
                              struct found *found, struct wgc_err *err)
{
    found->fit = MATCH_PART;
    found->count = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct names names;
        enum wgc_status status = get_names(&list->item[i], &names, err);
        enum match fit = status == WGC_OK ? match_of(&names, word, length) : MATCH_NONE;
        free_names(&names);
        if (status != WGC_OK) {
            return status;
        }
        if (fit > found->fit) {
            found->fit = fit;
            found->count = 0;
        }
        if (fit == found->fit) {
            found->at[found->count++] = i;
        }
    }
    return WGC_OK;
}

/* The length of word before "#N" at its end, and N; 0 where it does not end so. */
static size_t split_ordinal(const char *word, size_t *ordinal)
{
    const char *mark = strrchr(word, '#');

    if (mark == NULL || mark == word || !wgc_device_is_number(mark + 1)) {
        return 0;
    }
    *ordinal = (size_t)strtoul(mark + 1, NULL, 10);
    return (size_t)(mark - word);
}

/* Appends the devices that were found, or all. */
static void list_devices(const struct wgc_device_list *list, const struct found *found,
                         struct wgc_buf *out)
{
    size_t count = found->count > 0 ? found->count : list->count;

    for (size_t i = 0; i < count; i++) {
        const struct wgc_device_info *info = &list->item[found->count > 0 ? found->at[i] : i];
        struct wgc_record_device device = {0};
        struct wgc_err ignored; /* all were read before */
        (void)wgc_record_device_parse(info->json, &device, &ignored);
        wgc_buf_printf(out, "%s%u: %s [%s]", i == 0 ? "" : "; ", (unsigned)info->index, info->name,
                       wgc_or_empty(device.platform));
        wgc_record_device_free(&device);
    }
}

static enum wgc_status refuse(const struct wgc_device_list *list, const char *word,
                              const struct found *found, struct wgc_err *err)
{
    struct wgc_buf names = {0};

    list_devices(list, found, &names);
    const char *text = names.failed || names.data == NULL ? "?" : names.data;
    if (wgc_device_is_number(word)) {
        (void)wgc_err_set(err, WGC_ERR_INPUT, "--device: there is no device %s; the devices are %s",
                          word, text);
    } else if (found->count == 0) {
        (void)wgc_err_set(err, WGC_ERR_INPUT,
                          "--device: \"%s\" matches no device; the devices are %s", word, text);
    } else {
        (void)wgc_err_set(err, WGC_ERR_INPUT,
                          "--device: \"%s\" matches %zu devices (use a number or "
                          "PLATFORM/DEVICE): %s",
                          word, found->count, text);
    }
    wgc_buf_free(&names);
    return err->status;
}

bool wgc_device_is_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits > 0 && digits <= NUMBER_DIGITS && text[digits] == '\0';
}

static enum wgc_status match(const struct wgc_device_list *list, const char *word,
                             struct found *found, struct wgc_err *err)
{
    size_t ordinal = 0;

    if (wgc_device_is_number(word)) {
        for (size_t i = 0; i < list->count; i++) {
            if (list->item[i].index == (uint32_t)strtoul(word, NULL, 10)) {
                found->at[found->count++] = i;
            }
        }
        return WGC_OK;
    }
    enum wgc_status status = search(list, word, strlen(word), found, err);
    size_t length = split_ordinal(word, &ordinal);
    if (status == WGC_OK && found->count == 0 && length > 0) {
        status = search(list, word, length, found, err);
        bool there = ordinal >= 1 && ordinal <= found->count;
        found->at[0] = there ? found->at[ordinal - 1] : 0;
        found->count = there ? 1 : 0;
    }
    return status;
}

enum wgc_status wgc_device_match(const struct wgc_device_list *list, const char *text, int *number,
                                 struct wgc_err *err)
{
    struct found found = {.at = calloc(list->count + 1, sizeof *found.at)};

    if (found.at == NULL) {
        return wgc_err_memory(err, "the devices");
    }
    enum wgc_status status = match(list, text, &found, err);
    if (status == WGC_OK && found.count == 1) {
        *number = (int)list->item[found.at[0]].index;
    } else if (status == WGC_OK) {
        status = refuse(list, text, &found, err);
    }
    free(found.at);
    return status;
}
