#include "package/sums.h"

#include <sha2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void wgc_sum(const void *data, size_t size, char hex[WGC_SUM_LENGTH + 1])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX context;

    SHA256Init(&context);
    SHA256Update(&context, data, size);
    SHA256Final(digest, &context);
    for (size_t i = 0; i < sizeof digest; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 0xF];
    }
    hex[WGC_SUM_LENGTH] = '\0';
}

/* An empty file has no memory. */
static void sum_of(const struct wgc_buf *data, char hex[WGC_SUM_LENGTH + 1])
{
    wgc_sum(wgc_buf_str(data), data->size, hex);
}

enum wgc_status wgc_sums_add(struct wgc_bundle *bundle, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_bundle_sort(bundle, err);

    for (size_t i = 0; status == WGC_OK && i < bundle->count; i++) {
        char hex[WGC_SUM_LENGTH + 1];
        sum_of(&bundle->file[i].data, hex);
        wgc_buf_printf(&text, "%s  %s\n", hex, bundle->file[i].name);
    }
    if (status == WGC_OK) {
        status = wgc_bundle_add(bundle, WGC_SUMS_NAME, &text, err);
    }
    wgc_buf_free(&text);
    return status == WGC_OK ? wgc_bundle_sort(bundle, err) : status;
}

/* The bundle's files while the list is read. */
struct check {
    const struct wgc_bundle *bundle;
    unsigned char *named; /* whether the list has the file */
    struct wgc_buf *problems;
};

/* "SUM  NAME"; the line ends in NUL. */
static bool split(char *line, const char **name)
{
    bool right = strspn(line, "0123456789abcdef") == WGC_SUM_LENGTH &&
                 strncmp(line + WGC_SUM_LENGTH, "  ", 2) == 0 &&
                 wgc_bundle_name_is_good(line + WGC_SUM_LENGTH + 2);

    if (right) {
        line[WGC_SUM_LENGTH] = '\0';
        *name = line + WGC_SUM_LENGTH + 2;
    }
    return right;
}

static bool check_line(struct check *check, char *line)
{
    const char *name;
    char hex[WGC_SUM_LENGTH + 1];

    if (!split(line, &name)) {
        return false;
    }
    const struct wgc_bundle_file *file = wgc_bundle_find(check->bundle, name);
    if (file == NULL) {
        wgc_buf_printf(check->problems, "%s is not there\n", name);
        return true;
    }
    unsigned char *named = &check->named[file - check->bundle->file];
    if (*named != 0) {
        return false;
    }
    *named = 1;
    sum_of(&file->data, hex);
    if (strcmp(hex, line) != 0) {
        wgc_buf_printf(check->problems, "%s has the checksum %.16s..., not %.16s...\n", name, hex,
                       line);
    }
    return true;
}

static enum wgc_status check_lines(struct check *check, const struct wgc_buf *sums,
                                   struct wgc_err *err)
{
    char *copy = strndup(wgc_buf_str(sums), sums->size);
    char *rest = copy;
    enum wgc_status status = WGC_OK;

    if (copy == NULL) {
        return wgc_err_memory(err, WGC_SUMS_NAME);
    }
    for (size_t number = 1; status == WGC_OK && *rest != '\0'; number++) {
        char *line = rest;
        size_t length = strcspn(line, "\n");
        rest += length + (line[length] == '\n');
        line[length] = '\0';
        if (!check_line(check, line)) {
            status = wgc_err_set(err, WGC_ERR_INPUT,
                                 "%s:%zu: no checksum and name of a file, or one named before",
                                 WGC_SUMS_NAME, number);
        }
    }
    free(copy);
    return status;
}

enum wgc_status wgc_sums_check(const struct wgc_bundle *bundle, struct wgc_buf *problems,
                               struct wgc_err *err)
{
    const struct wgc_bundle_file *sums = wgc_bundle_find(bundle, WGC_SUMS_NAME);
    struct check check = {bundle, calloc(bundle->count + 1, 1), problems};

    if (check.named == NULL) {
        return wgc_err_memory(err, "the checksums");
    }
    if (sums == NULL) {
        free(check.named);
        return wgc_err_set(err, WGC_ERR_INPUT, "there is no %s in it", WGC_SUMS_NAME);
    }
    check.named[sums - bundle->file] = 1;
    enum wgc_status status = check_lines(&check, &sums->data, err);
    for (size_t i = 0; status == WGC_OK && i < bundle->count; i++) {
        if (check.named[i] == 0) {
            wgc_buf_printf(problems, "%s has no checksum\n", bundle->file[i].name);
        }
    }
    free(check.named);
    return status;
}
