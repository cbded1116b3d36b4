#include "device/vendor_files.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report_text.h"
#include "device/library.h"

enum { PATH_SIZE = 4096, FILES_SHOWN = 4 };

static const char usual_folder[] = "/etc/OpenCL/vendors";

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), size = strlen(end);

    return length > size && strcmp(text + length - size, end) == 0;
}

/* The first line of a vendor file: its library; false if it cannot be read or is empty. */
static bool read_library(const char *path, char library[static PATH_SIZE])
{
    FILE *file = fopen(path, "r");

    library[0] = '\0';
    if (file == NULL) {
        return false;
    }
    const bool got = fgets(library, PATH_SIZE, file) != NULL;
    (void)fclose(file);
    library[strcspn(library, "\r\n")] = '\0';
    return got && library[0] != '\0';
}

/* Appends what is wrong with a vendor file; returns false, and appends nothing, if its library
 * loads. */
static bool put_broken(const char *path, char library[static PATH_SIZE], struct wgc_buf *out)
{
    struct wgc_buf reason = {0};

    if (!read_library(path, library)) {
        wgc_report_text(out, path);
        wgc_buf_text(out, " cannot be read, or has no library");
        return true;
    }
    const bool loads = wgc_library_loads(library, &reason);
    if (!loads) {
        wgc_report_text(out, path);
        wgc_buf_text(out, ": ");
        wgc_report_text(out, library);
        wgc_buf_text(out, " does not load: ");
        wgc_report_text(out, wgc_buf_str(&reason));
    }
    out->failed = out->failed || reason.failed;
    wgc_buf_free(&reason);
    return !loads;
}

static void describe_file(const char *path, struct wgc_buf *out)
{
    char library[PATH_SIZE];

    if (!put_broken(path, library, out)) {
        wgc_report_text(out, path);
        wgc_buf_text(out, ": ");
        wgc_report_text(out, library);
        wgc_buf_text(out, " loads, and has no platform");
    }
}

static void describe_folder(const char *folder, struct wgc_buf *out)
{
    DIR *list = opendir(folder);
    size_t count = 0;

    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        char path[PATH_SIZE];
        if (!ends_with(entry->d_name, ".icd")) {
            continue;
        }
        if (count < FILES_SHOWN) {
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            wgc_buf_text(out, count == 0 ? "" : "; ");
            describe_file(path, out);
        }
        count++;
    }
    if (list == NULL) {
        wgc_buf_text(out, "there is no folder ");
        wgc_report_text(out, folder);
    } else if (count == 0) {
        wgc_buf_text(out, "no vendor file NAME.icd is in ");
        wgc_report_text(out, folder);
    } else if (count > FILES_SHOWN) {
        wgc_buf_printf(out, "; and %zu more vendor files", count - FILES_SHOWN);
    }
    if (list != NULL) {
        (void)closedir(list);
    }
}

static void put_broken_line(const char *path, struct wgc_buf *out)
{
    char library[PATH_SIZE];

    if (put_broken(path, library, out)) {
        wgc_buf_char(out, '\n');
    }
}

void wgc_vendor_files_put_broken(struct wgc_buf *out)
{
    char path[PATH_SIZE];
    const char *vendors = getenv("OCL_ICD_VENDORS");
    const bool given = vendors != NULL && vendors[0] != '\0';

    if (given && ends_with(vendors, ".icd")) {
        put_broken_line(vendors, out);
        return;
    }
    const char *folder = given ? vendors : usual_folder;
    DIR *list = opendir(folder);
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        if (ends_with(entry->d_name, ".icd")) {
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            put_broken_line(path, out);
        }
    }
    if (list != NULL) {
        (void)closedir(list);
    }
}

void wgc_vendor_files_describe(struct wgc_buf *out)
{
    const char *vendors = getenv("OCL_ICD_VENDORS");

    if (vendors == NULL || vendors[0] == '\0') {
        describe_folder(usual_folder, out);
        wgc_buf_text(out,
                     "; install a driver, or set OCL_ICD_VENDORS to a folder with a vendor file");
    } else if (ends_with(vendors, ".icd")) {
        describe_file(vendors, out);
    } else {
        describe_folder(vendors, out);
        wgc_buf_text(out, " (OCL_ICD_VENDORS)");
    }
}
